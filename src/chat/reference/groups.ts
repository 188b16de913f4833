/**
 * The sections of the reference in reading order: an endpoint is in the first section whose pattern matches its path.
 */
export const GROUPS: readonly (readonly [title: string, paths: RegExp])[] = [
  [
    'Signing in and the server',
    /^\/(server_settings|(\w+_|jwt\/)?fetch_api_key|dev[_/]|accounts|users\/me\/api_key|sessions|openapi|api$|health|metrics)/,
  ],
  ['Registering for events', /^\/(register|events)/],
  ['Messages', /^\/(messages|deleted_messages|pinned_messages|submessage|mark_|zcommand)/],
  ['Typing and presence', /^\/(typing|realm\/presence|users\/[^/]+\/(presence|status))/],
  ['Drafts, reminders, scheduled messages', /^\/(drafts|reminders|scheduled_messages|saved_snippets)/],
  ['Files', /^\/(user_uploads|attachments|tus|thumbnail)/],
  [
    'Topics',
    /^\/(user_topics|users\/me\/(\{stream_id\}\/topics|subscriptions\/muted)|streams\/\{stream_id\}\/delete_topic)/,
  ],
  [
    'Channels and subscriptions',
    /^\/(streams|channels|archived_channels|channel_folders|get_stream_id|default_stream|users\/[^/]+\/subscriptions)/,
  ],
  ['Notifications on phones and in browsers', /^\/(mobile_push|web_push|remotes\/push|users\/me\/(apns|android))/],
  [
    'Settings of one’s own',
    /^\/(settings|do_not_disturb|navigation_views|sidebar_order|data_export|users\/me\/(data_export|alert_words|muted_users|onboarding|profile_data|avatar))/,
  ],
  ['Bots and webhooks', /^\/(bot|external)/],
  ['User groups', /^\/user_groups/],
  ['Invitations', /^\/invites/],
  ['Mail', /^\/(mail|announcements)/],
  ['Users', /^\/(users|avatar|user_avatars)/],
  ['The organization', /^\/(realm|export|audit_log|statistics)/],
  ['Calls, GIFs and fixed files', /^\/($|app-icon|sign-in-icon|manifest|service-worker|share|calls|gifs|static)/],
  ['Other', /^/],
];
