import { Type } from 'typebox';
import { endpoint } from '../../declare.ts';
import { settingsChange } from '../../organization/audit-log/types.ts';
import * as actions from './actions.ts';

export const addPlayground = endpoint({
  method: 'POST',
  path: '/realm/playgrounds',
  summary: 'Add a code playground',
  auth: 'administrator',
  params: { name: Type.String(), pygments_language: Type.String({ maxLength: 40 }), url_template: Type.String() },
  returns: { id: Type.Integer() },
  audit: settingsChange('code playgrounds'),
  handle: ({ app, params }) => ({ id: actions.addPlayground(app, params) }),
});

export const removePlayground = endpoint({
  method: 'DELETE',
  path: '/realm/playgrounds/{playground_id}',
  summary: 'Remove a code playground',
  auth: 'administrator',
  params: { playground_id: Type.Integer() },
  audit: settingsChange('code playgrounds'),
  handle: ({ app, params }) => actions.removePlayground(app, params.playground_id),
});
