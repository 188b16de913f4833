import { Type } from 'typebox';
import { endpoint } from '../../declare.ts';
import { emptyMessage } from '../../errors.ts';
import { sendCustomWelcome } from './actions.ts';

export const testWelcomeBotCustomMessage = endpoint({
  method: 'POST',
  path: '/realm/test_welcome_bot_custom_message',
  summary: "Send yourself a test of the organization's welcome message",
  auth: 'administrator',
  params: { welcome_message_custom_text: Type.String({ maxLength: 8000 }) },
  returns: { message_id: Type.Integer() },
  handle({ app, user, params }) {
    const message_id = sendCustomWelcome(app, user, params.welcome_message_custom_text);
    if (message_id === undefined) throw emptyMessage();
    return { message_id };
  },
});
