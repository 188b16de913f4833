/** What this client requests when it registers an event queue. The benchmark of an office requests the same. */
export const REGISTRATION = {
  apply_markdown: true,
  client_gravatar: false,
  include_subscribers: 'false',
  slim_presence: true,
  // The user's report of presence, which follows at once, returns that of the others.
  presence_history_limit_days: 0,
  all_client_capabilities: true,
} as const;
