import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { state } from '../../declare.ts';
import { DefaultChannelGroup } from './types.ts';
import { defaultGroupsFor } from './views.ts';

export const defaultChannelGroupState = state(
  'default_stream_groups',
  { realm_default_stream_groups: Type.Array(DefaultChannelGroup) },
  ({ app, user }) => ({ realm_default_stream_groups: user ? defaultGroupsFor(app, user) : [] }),
);

/** All groups; published whenever one changes. */
export const defaultGroupsChanged = event('default_stream_groups', undefined, {
  default_stream_groups: Type.Array(DefaultChannelGroup),
});
