import { Type } from 'typebox';
import { endpoint } from '../../declare.ts';
import * as actions from './actions.ts';

const path = '/users/me/alert_words';
const returns = { alert_words: Type.Array(Type.String()) };

export const getAlertWords = endpoint({
  method: 'GET',
  path,
  summary: 'Get your alert words',
  returns,
  handle: ({ app, user }) => ({ alert_words: app.alertWords.ofUser(user.id) }),
});

export const addAlertWords = endpoint({
  method: 'POST',
  path,
  summary: 'Add alert words',
  params: { alert_words: Type.Array(Type.String({ maxLength: 100 })) },
  returns,
  handle: ({ app, user, params }) => ({ alert_words: actions.addAlertWords(app, user, params.alert_words) }),
});

export const removeAlertWords = endpoint({
  method: 'DELETE',
  path,
  summary: 'Remove alert words',
  params: { alert_words: Type.Array(Type.String()) },
  returns,
  handle: ({ app, user, params }) => ({ alert_words: actions.removeAlertWords(app, user, params.alert_words) }),
});
