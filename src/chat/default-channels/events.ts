import { Type } from 'typebox';
import { event } from '../../kernel/events/event.ts';
import { state } from '../../kernel/events/state.ts';
import { DefaultChannelGroup } from './types.ts';
import { defaultChannelGroups } from './views.ts';

const GUEST = 600;

/** Of no concern to guests, who may not know the channels. */
export const defaultChannelGroupState = state(
  'default_stream_groups',
  { realm_default_stream_groups: Type.Array(DefaultChannelGroup) },
  ({ app, user }) => ({ realm_default_stream_groups: user && user.role < GUEST ? defaultChannelGroups(app) : [] }),
);

/** All groups anew. */
export const defaultGroupsChanged = event('default_stream_groups', undefined, {
  default_stream_groups: Type.Array(DefaultChannelGroup),
});
