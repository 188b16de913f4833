import { computed } from '@preact/signals';
import { POLICY } from '../../shared/topic-policies.ts';
import { store } from '../store/store.ts';

const hasPolicy = (policy: number): boolean => [...store.topicPolicies.value.values()].includes(policy);

/** Whether the user follows a topic. Until then, nothing needs to be filtered by it. */
export const hasFollowed = computed(() => hasPolicy(POLICY.followed));

/** Whether the user has muted a topic or a channel. */
export const hasMuted = computed(
  () => hasPolicy(POLICY.muted) || [...store.channels.value.values()].some(({ is_muted }) => is_muted),
);
