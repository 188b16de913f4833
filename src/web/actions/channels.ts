import type { SUBSCRIPTION_SETTINGS } from '../../shared/subscription-settings.ts';
import { request } from '../server/request.ts';
import type { SubscriptionView } from '../server/types.ts';
import type { Channel } from '../store/channels.ts';
import { store } from '../store/store.ts';

type PersonalSettings = Partial<Pick<SubscriptionView, (typeof SUBSCRIPTION_SETTINGS)[number]>>;

/** Changes the user's personal settings of a channel. */
export async function changePersonalSettings(stream_id: number, change: PersonalSettings): Promise<void> {
  const subscription_data = Object.entries(change).map(([property, value]) => ({
    stream_id,
    property: property as keyof PersonalSettings,
    value: value as boolean | string,
  }));
  if (subscription_data.length > 0) await request('POST /users/me/subscriptions/properties', { subscription_data });
}

/** Unsubscribes the user, or other people, from a channel. */
export const unsubscribe = ({ name }: Channel, people?: readonly number[]): Promise<unknown> =>
  request('DELETE /users/me/subscriptions', { subscriptions: [name], ...(people && { principals: [...people] }) });

/** Subscribes people to a channel, with or without a notification. */
export const subscribeUsers = ({ name }: Channel, people: readonly number[], tell = true): Promise<unknown> =>
  request('POST /users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: [...people],
    send_new_subscription_messages: tell,
  });

/** Mutes, unmutes or follows a topic; 0 restores the channel's default. */
export async function setPolicy(stream_id: number, topic: string, visibility_policy: 0 | 1 | 2 | 3): Promise<void> {
  await request('POST /user_topics', { stream_id, topic, visibility_policy });
}

/** All active members of these groups and their subgroups, and these people, without duplicates. */
export function activeUsersIn(people: readonly number[], groups: readonly number[]): number[] {
  const { value: all } = store.groups;
  const found = new Set(people);
  const seen = new Set<number>();
  const take = (id: number) => {
    const group = all.get(id);
    if (!group || seen.has(id)) return;
    seen.add(id);
    for (const member of group.members) found.add(member);
    for (const within of group.direct_subgroup_ids) take(within);
  };
  for (const group of groups) take(group);
  return [...found].filter((id) => store.users.value.get(id)?.is_active);
}
