import { resource } from './resource.ts';

/** The names of the onboarding steps that the user has not finished. */
export const onboardingSteps = resource<ReadonlySet<string>>(
  ({ onboarding_steps }) => new Set(onboarding_steps.map(({ name }) => name)),
  { onboarding_steps: (_, { onboarding_steps }) => new Set(onboarding_steps.map(({ name }) => name)) },
);

/** The steps of this client, by the names that Zulip's API has for similar ones. */
export const STEPS = {
  /** The welcome cards in the inbox. */
  welcome: 'intro_inbox_view_modal',
  recent: 'intro_recent_view_modal',
  combinedFeed: 'interleaved_view_messages_fading',
  /** Until then, a channel opens on its list of topics the first time. */
  topics: 'non_interleaved_view_messages_fading',
  resolve: 'intro_resolve_topic',
} as const;

export type Step = (typeof STEPS)[keyof typeof STEPS];
