import { computed } from '@preact/signals';
import { store } from '../store/store.ts';
import { isMuted } from '../store/topics.ts';

/** What waits, summed up once for all who show it. Muted topics wait quietly: they count for themselves, never in a sum. */
export const counts = computed(() => {
  const unread = store.unread.value;
  const policies = store.policies.value;
  const channels = store.channels.value;
  const muted = store.mutedUsers.value;
  const byChannel = new Map<number, number>();
  const topics = new Map<number, { topic: string; count: number; newest: number; muted: boolean }[]>();
  let direct = 0;
  let all = 0;
  for (const { conversation, ids } of unread.conversations.values()) {
    if (conversation.kind === 'direct') {
      if (conversation.people.length === 1 && muted.has(conversation.people[0]!)) continue;
      direct += ids.size;
      all += ids.size;
      continue;
    }
    const { channel, topic } = conversation;
    const isQuiet = isMuted(policies, channels, channel, topic);
    const list = topics.get(channel) ?? [];
    topics.set(channel, list);
    list.push({ topic, count: ids.size, newest: Math.max(...[...ids].slice(-50)), muted: isQuiet });
    if (isQuiet) continue;
    byChannel.set(channel, (byChannel.get(channel) ?? 0) + ids.size);
    all += ids.size;
  }
  return { all, direct, byChannel, topics, mentions: unread.mentions.size };
});

/** What calls most, for the title: direct messages and mentions count wherever they are. */
export const calling = computed(() => counts.value.all);
