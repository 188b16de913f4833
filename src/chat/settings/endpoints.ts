import { Type } from 'typebox';
import { endpoint } from '../../kernel/http/endpoint.ts';
import { Maybe } from '../../kernel/http/schema.ts';
import { changeSettings, type SettingChanges } from './actions.ts';
import { optionalShapes } from './legacy.ts';
import { USER_SETTINGS, type UserSettingName } from './settings.ts';

export const updateSettings = endpoint({
  method: 'PATCH',
  path: '/settings',
  summary: 'Change one’s own settings',
  auth: 'human',
  params: { ...optionalShapes(Object.keys(USER_SETTINGS) as UserSettingName[]), timezone: Maybe(Type.String({ maxLength: 40 })) },
  handle({ app, user, params }) {
    changeSettings(app, user, params as SettingChanges);
    return {};
  },
});
