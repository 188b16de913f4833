import type { App } from '../../app.ts';
import type { DefaultChannelGroup } from './types.ts';

/** All groups, with their channels: public ones in use, which everybody who hears of groups may know. */
export const defaultChannelGroups = (app: App): DefaultChannelGroup[] =>
  app.defaultChannels.groups().map((group) => ({ ...group, streams: app.defaultChannels.channelsOf(group.id) }));
