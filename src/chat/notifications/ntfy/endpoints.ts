import { Type } from 'typebox';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { addAddress, changeAddress, removeAddress } from './actions.ts';
import { unsealAddress } from './rules.ts';
import { ListedAddress } from './types.ts';
import { listedAddress } from './views.ts';

const id = Type.Integer({ minimum: 1 });
const Credential = Maybe(Type.String({ maxLength: 500 }));

export const getNtfyAddresses = endpoint({
  method: 'GET',
  path: '/ntfy/addresses',
  summary: 'Get the ntfy topics to which your notifications are sent',
  auth: 'human',
  returns: { addresses: Type.Array(ListedAddress) },
  handle: ({ app, user }) => ({
    addresses: app.ntfy.ofUser(user.id).map((each) => listedAddress(unsealAddress(app, each))),
  }),
});

export const addNtfyAddress = endpoint({
  method: 'POST',
  path: '/ntfy/addresses',
  summary: 'Send your notifications to an ntfy topic, too',
  auth: 'human',
  params: {
    /** The topic's web address. */
    url: Type.String({ maxLength: 1000 }),
    /** An access token of the ntfy server, or a user name and its password, if the topic is protected. */
    token: Credential,
    username: Credential,
    password: Credential,
    /** Whether notifications contain the text of messages. */
    shows_text: Type.Boolean({ default: false }),
  },
  returns: { id },
  handle: ({ app, user, params }) => ({ id: addAddress(app, user, params) }),
});

export const updateNtfyAddress = endpoint({
  method: 'PATCH',
  path: '/ntfy/addresses/{id}',
  summary: 'Choose whether notifications sent to an ntfy topic contain the text of messages',
  auth: 'human',
  params: { id, shows_text: Type.Boolean() },
  handle: ({ app, user, params }) => changeAddress(app, user, params.id, params.shows_text),
});

export const removeNtfyAddress = endpoint({
  method: 'DELETE',
  path: '/ntfy/addresses/{id}',
  summary: 'Send no more notifications to an ntfy topic',
  auth: 'human',
  params: { id },
  handle: ({ app, user, params }) => removeAddress(app, user, params.id),
});
