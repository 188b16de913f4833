import { Type } from 'typebox';
import { seconds } from '../../../kernel/clock.ts';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';
import { LIMITS } from '../../../limits.ts';
import { endpoint } from '../../declare.ts';
import { sendsMail } from '../mail/rules.ts';
import { countRecipients, sendAnnouncement, testAnnouncement } from './actions.ts';
import { leftToday } from './rules.ts';
import { type AnnouncementDraft, AnnouncementView, AUDIENCES, type Audience, type AudienceKind } from './types.ts';
import { announcementRecord, announcementView } from './views.ts';

const audienceParams = {
  /** To whom it goes. */
  audience: OneOf(...AUDIENCES),
  /** A role, or the id of a user group or channel. */
  audience_id: Maybe(Type.Integer()),
};
const draftParams = {
  ...audienceParams,
  subject: Type.String({ minLength: 1, maxLength: LIMITS.announcement_subject_length }),
  /** In Markdown. */
  content: Type.String({ minLength: 1, maxLength: LIMITS.message_length }),
};

interface AudienceValues {
  audience: AudienceKind;
  audience_id?: number | null | undefined;
}

const readAudience = ({ audience, audience_id = null }: AudienceValues): Audience => ({
  kind: audience,
  id: audience === 'everyone' ? null : audience_id,
});
const readDraft = (params: AudienceValues & { subject: string; content: string }): AnnouncementDraft => ({
  subject: params.subject,
  content: params.content,
  audience: readAudience(params),
});

export const getAnnouncements = endpoint({
  method: 'GET',
  path: '/announcements',
  summary: 'Get the e-mails that were sent to members in the last week',
  auth: 'administrator',
  returns: {
    /** Whether the server sends mail. */
    sends: Type.Boolean(),
    /** How many more can be sent today. */
    left_today: Type.Integer(),
    announcements: Type.Array(AnnouncementView),
  },
  handle: ({ app }) => ({
    sends: sendsMail(app),
    left_today: leftToday(app, seconds(app.clock)),
    announcements: app.announcements.all().map(announcementView),
  }),
});

export const getRecipients = endpoint({
  method: 'GET',
  path: '/announcements/recipients',
  summary: 'Get the number of users who would receive an e-mail to members',
  auth: 'administrator',
  params: audienceParams,
  returns: { recipients: Type.Integer() },
  handle: ({ app, user, params }) => ({ recipients: countRecipients(app, user, readAudience(params)) }),
});

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/announcements',
  summary: 'Send an e-mail to members: to everyone, a role, a user group or the subscribers of a channel',
  auth: 'administrator',
  params: draftParams,
  returns: { announcement_id: Type.Integer(), recipients: Type.Integer() },
  audit:
    ({ params }) =>
    ({ recipients }: { recipients: number }) =>
      announcementRecord(readAudience(params), recipients),
  handle({ app, user, params }) {
    const { id, recipients } = sendAnnouncement(app, user, readDraft(params));
    return { announcement_id: id, recipients };
  },
});

export const sendTest = endpoint({
  method: 'POST',
  path: '/announcements/test',
  summary: 'Send an e-mail to members to yourself only, as a test',
  auth: 'administrator',
  params: draftParams,
  handle: ({ app, user, params }) => testAnnouncement(app, user, readDraft(params)),
});
