/** The steps that clients show once. This server has no video for `navigation_tour_video`. */
export const ONBOARDING_STEPS = [
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fading',
  'interleaved_view_messages_fading',
  'intro_resolve_topic',
  'navigation_tour_video',
  'visibility_policy_banner',
] as const;

/** The step that needs a video. */
export const VIDEO: (typeof ONBOARDING_STEPS)[number] = 'navigation_tour_video';
