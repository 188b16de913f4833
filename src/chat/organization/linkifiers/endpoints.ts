import { Type } from 'typebox';
import { endpoint } from '../../declare.ts';
import { settingsChange } from '../../organization/audit-log/types.ts';
import * as actions from './actions.ts';
import { Linkifier } from './types.ts';

const { pattern, url_template } = Linkifier.properties;

export const getLinkifiers = endpoint({
  method: 'GET',
  path: '/realm/linkifiers',
  summary: 'Get the linkifiers',
  returns: { linkifiers: Type.Array(Linkifier) },
  handle: ({ app }) => ({ linkifiers: app.linkifiers.all() }),
});

export const orderLinkifiers = endpoint({
  method: 'PATCH',
  path: '/realm/linkifiers',
  summary: 'Reorder the linkifiers: earlier ones win',
  auth: 'administrator',
  params: { ordered_linkifier_ids: Type.Array(Type.Integer()) },
  audit: settingsChange('linkifiers'),
  handle: ({ app, params }) => actions.orderLinkifiers(app, params.ordered_linkifier_ids),
});

export const addLinkifier = endpoint({
  method: 'POST',
  path: '/realm/filters',
  summary: 'Add a linkifier',
  auth: 'administrator',
  params: { pattern, url_template },
  returns: { id: Type.Integer() },
  audit: settingsChange('linkifiers'),
  handle: ({ app, params }) => ({ id: actions.addLinkifier(app, params) }),
});

export const updateLinkifier = endpoint({
  method: 'PATCH',
  path: '/realm/filters/{filter_id}',
  summary: 'Change a linkifier',
  auth: 'administrator',
  params: { filter_id: Type.Integer(), pattern, url_template },
  audit: settingsChange('linkifiers'),
  handle: ({ app, params: { filter_id, ...draft } }) => actions.changeLinkifier(app, { id: filter_id, ...draft }),
});

export const removeLinkifier = endpoint({
  method: 'DELETE',
  path: '/realm/filters/{filter_id}',
  summary: 'Remove a linkifier',
  auth: 'administrator',
  params: { filter_id: Type.Integer() },
  audit: settingsChange('linkifiers'),
  handle: ({ app, params }) => actions.removeLinkifier(app, params.filter_id),
});
