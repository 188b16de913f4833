import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import type { DefaultChannelGroup } from './types.ts';

/** All groups, with their channels: public ones in use, which everybody who hears of groups may know. */
export const defaultChannelGroups = (app: App): DefaultChannelGroup[] =>
  app.defaultChannels.groups().map((group) => ({ ...group, streams: app.defaultChannels.channelsOf(group.id) }));

const GUEST = 600;

/** Of no concern to guests, who may not know the channels. */
export const defaultGroupsFor = (app: App, user: User): DefaultChannelGroup[] =>
  user.role < GUEST ? defaultChannelGroups(app) : [];
