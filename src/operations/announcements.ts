import type { App } from '../app.ts';
import { countRecipients, sendAnnouncement, testAnnouncement } from '../chat/notifications/announcements/actions.ts';
import type { Audience } from '../chat/notifications/announcements/types.ts';
import { announcementRecord } from '../chat/notifications/announcements/views.ts';
import { notFound } from '../kernel/errors.ts';
import { type As, actorOf, requireChannel, requireRole } from './accounts.ts';

/** To whom a command sends a mail; none of them: to everyone. */
export interface AudienceOptions {
  role?: string | undefined;
  group?: string | undefined;
  channel?: string | undefined;
}

type Draft = As & AudienceOptions & { subject: string; content: string };

export const announcementCommands = {
  'mail-recipients': (app: App, { as, ...to }: As & AudienceOptions) => ({
    recipients: countRecipients(app, actorOf(app, { as }), audienceOf(app, to)),
  }),
  'mail-send': (app: App, { as, subject, content, ...to }: Draft) => {
    const audience = audienceOf(app, to);
    const { id, recipients } = sendAnnouncement(app, actorOf(app, { as }), { subject, content, audience });
    return { announcement_id: id, recipients, record: announcementRecord(audience, recipients) };
  },
  'mail-send-test': (app: App, { as, subject, content, ...to }: Draft) => {
    const actor = actorOf(app, { as });
    testAnnouncement(app, actor, { subject, content, audience: audienceOf(app, to) });
    return { email: actor.email };
  },
};

function audienceOf(app: App, { role, group, channel }: AudienceOptions): Audience {
  if (role !== undefined) return { kind: 'role', id: requireRole(role) };
  if (channel !== undefined) return { kind: 'channel', id: requireChannel(app, channel).id };
  return group === undefined ? { kind: 'everyone', id: null } : { kind: 'group', id: groupId(app, group) };
}

function groupId(app: App, name: string): number {
  const group = app.groups.named(name);
  if (!group || group.deactivated) throw notFound(`No such group: ${name}`);
  return group.id;
}
