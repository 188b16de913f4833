import { request, requestWithFiles } from '../../server/request.ts';
import { store } from '../../store/store.ts';
import { fullName } from '../../text/names.ts';
import { BOT } from '../administration/bot-types.ts';
import type { Integration } from './integration.ts';

/** Creates an address of one's bot with the app's name, and that bot if it does not exist. Returns its URL. */
export async function createAddress(integration: Integration, channel: number, topic: string): Promise<string> {
  const bot_id = await getBot(integration);
  const { url } = await request('POST /webhooks', {
    bot_id,
    service: integration.name,
    ...(channel > 0 && { stream_id: channel, ...(topic !== '' && { topic }) }),
  });
  return new URL(new URL(url).pathname, location.origin).href;
}

/** One's bot with the app's name. It is created if it does not exist. */
export const getBot = async (app: App): Promise<number> => findBot(app) ?? (await createBot(app));

type App = Pick<Integration, 'name' | 'display_name'>;

const namesFor = ({ display_name }: App): [own: string, other: string] => [
  display_name,
  `${display_name} (${fullName(store.me.peek().id)})`.slice(0, 100),
];

const findBot = (integration: App): number | undefined =>
  [...store.bots.peek().values()].find(
    ({ full_name, bot_type, is_active, owner_id }) =>
      is_active &&
      bot_type === BOT.incoming &&
      owner_id === store.me.peek().id &&
      namesFor(integration).includes(full_name),
  )?.user_id;

async function createBot(integration: App): Promise<number> {
  const [own, other] = namesFor(integration);
  const isTaken = [...store.users.peek().values()].some(({ full_name }) => full_name === own);
  const draft = {
    full_name: isTaken ? other : own,
    short_name: `${integration.name}-${Math.random().toString(36).slice(2, 8)}`,
    bot_type: BOT.incoming,
  };
  return (await requestWithFiles('POST /bots', draft, [])).user_id;
}
