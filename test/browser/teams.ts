import { newTeam, type TestUser } from '../support/team.ts';

/** The usual users, with a channel "kitchen" without messages, to which ada, mia and max are subscribed. */
export async function emptyKitchenTeam() {
  const team = newTeam();
  const { ada, mia, max } = team;
  return { ...team, ...(await createKitchen(ada, [ada, mia, max])) };
}

/** The usual users. mia and max are subscribed to the channel "kitchen", where max says "Soup today" in "lunch". */
export async function kitchenTeam() {
  const team = newTeam();
  const { ada, mia, max } = team;
  const { channel, topic } = await createKitchen(ada, [mia, max]);
  const soup = await max.sendMessage('kitchen', 'lunch', 'Soup today');
  return { ...team, channel, soup, lunch: topic('lunch') };
}

/** The same with a second channel, "garden", and ada says "Soup today". She is subscribed to neither channel. */
export async function gardenTeam() {
  const team = newTeam();
  const { ada, mia, max } = team;
  const { channel, topic } = await createKitchen(ada, [mia, max]);
  await ada.post('/channels/create', { name: 'garden', subscribers: [mia.id, max.id] });
  const soup = await ada.sendMessage('kitchen', 'lunch', 'Soup today');
  return { ...team, channel, soup, lunch: topic('lunch') };
}

/** Creates the channel. Returns its ID, and a function for the addresses of its topics. */
async function createKitchen(owner: TestUser, subscribers: readonly TestUser[]) {
  await owner.post('/channels/create', { name: 'kitchen', subscribers: subscribers.map(({ id }) => id) });
  const channel = owner.team.app.channels.named('kitchen')!.id;
  return { channel, topic: (name: string) => `#narrow/channel/${channel}-kitchen/topic/${name}` };
}
