import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { state } from '../../declare.ts';
import { Playground } from './types.ts';

export const realmPlaygrounds = state(
  'realm_playgrounds',
  { realm_playgrounds: Type.Array(Playground) },
  ({ app }) => ({
    realm_playgrounds: app.playgrounds.all(),
  }),
);

/** All playgrounds; published with every change. */
export const playgroundsChanged = event('realm_playgrounds', undefined, { realm_playgrounds: Type.Array(Playground) });
