import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { event } from '../../../kernel/events/event.ts';
import { state } from '../../declare.ts';
import { isGuest, type User } from '../../people/users/types.ts';
import { DefaultChannelGroup } from './types.ts';

/** All groups with their active public channels, which all recipients can see. */
export const defaultChannelGroups = (app: App): DefaultChannelGroup[] =>
  app.defaultChannels.groups().map((group) => ({ ...group, streams: app.defaultChannels.listChannels(group.id) }));

/** Not for guests, who may not see the channels. */
export const defaultGroupsFor = (app: App, user: User): DefaultChannelGroup[] =>
  isGuest(user) ? [] : defaultChannelGroups(app);

export const defaultChannelGroupState = state(
  'default_stream_groups',
  { realm_default_stream_groups: Type.Array(DefaultChannelGroup) },
  ({ app, user }) => ({ realm_default_stream_groups: user ? defaultGroupsFor(app, user) : [] }),
);

/** All groups; published whenever one changes. */
export const defaultGroupsChanged = event('default_stream_groups', undefined, {
  default_stream_groups: Type.Array(DefaultChannelGroup),
});
