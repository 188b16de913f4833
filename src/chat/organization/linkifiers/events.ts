import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { state } from '../../declare.ts';
import { Linkifier } from './types.ts';

/** Older clients would misread the URL templates, so they receive none. */
export const realmLinkifiers = state(
  'realm_linkifiers',
  { realm_linkifiers: Type.Array(Linkifier) },
  ({ app, kind }) => ({
    realm_linkifiers: kind.linkifier_url_template ? app.linkifiers.all() : [],
  }),
);

/** All linkifiers in their order; published with every change. */
export const linkifiersChanged = event(
  'realm_linkifiers',
  undefined,
  { realm_linkifiers: Type.Array(Linkifier) },
  { shape: (data, { linkifier_url_template }) => (linkifier_url_template ? data : undefined) },
);
