import { Type } from 'typebox';
import { badRequest } from '../../../kernel/errors.ts';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { canAdminister, canPost, requireReadableChannel } from '../../channels/channels/rules.ts';
import { endpoint } from '../../declare.ts';
import { cannotSendTo } from '../../errors.ts';
import { MOST_SHOWN, replaceChannelAddresses } from './actions.ts';
import { channelAddress, receivesMail } from './rules.ts';
import { MAIL_BOT, MAIL_RESULTS } from './types.ts';
import { ReceivingStatus, receivingStatus } from './views.ts';

const stream_id = Type.Integer();

export const getChannelEmailAddress = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}/email_address',
  // It creates the key that signs addresses, when it is needed first.
  runsAt: 'writer',
  summary: "Get a channel's e-mail address (empty if this server receives no mail)",
  params: { stream_id, sender_id: Maybe(Type.Integer()) },
  returns: { email: Type.String() },
  handle({ app, user, params }) {
    const channel = requireReadableChannel(app, user, params.stream_id);
    const sender = app.users.byId(params.sender_id ?? user.id);
    const isAllowed = sender && (sender.id === user.id || sender.bot_owner_id === user.id || sender.email === MAIL_BOT);
    if (!isAllowed) throw badRequest('Invalid sender ID');
    if (!canPost(app, sender.is_system ? user : sender, channel)) throw cannotSendTo(channel.name);
    return { email: receivesMail(app) ? channelAddress(app, channel, user, sender) : '' };
  },
});

export const replaceChannelEmailAddress = endpoint({
  method: 'POST',
  path: '/streams/{stream_id}/email_address/replace',
  summary: "Replace a channel's e-mail addresses, so that mail to the present ones is rejected",
  params: { stream_id },
  returns: {},
  audit: ({ params: { stream_id } }) => ({ kind: 'channel_update', stream_id, details: 'email_address' }),
  handle({ app, user, params }) {
    const channel = requireReadableChannel(app, user, params.stream_id);
    if (!canAdminister(app, user, channel))
      throw badRequest('Only administrators of a channel can replace its e-mail address');
    replaceChannelAddresses(app, channel);
  },
});

const Received = Type.Object({
  id: Type.Integer(),
  received: Type.Integer(),
  sender: Type.String(),
  subject: Type.String(),
  address: Type.String(),
  result: Type.Enum([...MAIL_RESULTS]),
  reason: Type.String(),
  message_id: Nullable(Type.Integer()),
});

export const listReceivedMails = endpoint({
  method: 'GET',
  path: '/received_mails',
  summary: 'List the last mails that this server received, with what was done and why',
  auth: 'administrator',
  // It knows whether the ways in work.
  runsAt: 'writer',
  returns: { receives: Type.Boolean(), ...ReceivingStatus.properties, mails: Type.Array(Received) },
  handle: ({ app }) => ({
    receives: receivesMail(app),
    ...receivingStatus(app),
    mails: app.mailIn.recent(MOST_SHOWN),
  }),
});
