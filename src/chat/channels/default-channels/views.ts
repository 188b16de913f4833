import type { App } from '../../../app.ts';
import { isGuest } from '../../people/users/roles.ts';
import type { User } from '../../people/users/types.ts';
import type { DefaultChannelGroup } from './types.ts';

/** All groups with their active public channels, which all recipients can see. */
export const defaultChannelGroups = (app: App): DefaultChannelGroup[] =>
  app.defaultChannels.groups().map((group) => ({ ...group, streams: app.defaultChannels.channelsOf(group.id) }));

/** Not for guests, who may not see the channels. */
export const defaultGroupsFor = (app: App, user: User): DefaultChannelGroup[] =>
  isGuest(user) ? [] : defaultChannelGroups(app);
