import { signal } from '@preact/signals';
import type { Route } from '../../routing/router.ts';

/** The current location. Changes of `location.hash` and the browser's back and forward buttons update it. */
export const currentRoute = signal<Route>({ view: 'home' });

/** The current entry of the browser's history. */
export const historyEntry = {
  /** The unique name of the entry. */
  entry: '',
  /** True after a return to an earlier entry. */
  again: false,
  /** The number of entries that this page has added. */
  count: 0,
  /** The number of earlier entries that are also in this client. */
  depth: 0,
  /** The number of open layers that the browser's back button closes. */
  layers: 0,
  /** The number of the newest entry of a layer. Those of later layers are higher, also after a reload. */
  newestLayer: 0,
  /** Whether the browser is on its way back from the entry of a layer that has closed. */
  isLeaving: false,
  /** The address that was opened meanwhile. */
  openedOnWay: undefined as string | undefined,
};
