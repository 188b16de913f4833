import { Type } from 'typebox';
import type { App } from '../app.ts';
import { countRecipients, sendAnnouncement, testAnnouncement } from '../chat/notifications/announcements/actions.ts';
import type { Audience } from '../chat/notifications/announcements/types.ts';
import { announcementRecord } from '../chat/notifications/announcements/views.ts';
import { Maybe } from '../kernel/http/schema.ts';
import { type As, requireActor, requireChannel, requireGroup, requireRole } from './accounts.ts';
import { operation } from './operation.ts';

/** To whom a command sends a mail; none of them: to everyone. */
interface AudienceArgs extends As {
  role?: string;
  group?: string;
  channel?: string;
}

interface Draft extends AudienceArgs {
  subject: string;
  content: string;
  /** Only counts the recipients. */
  dryRun?: boolean;
  /** Only sends it to the actor. */
  test?: boolean;
}

export const announcementOperations = {
  /** `email`: who gets the test. */
  'mail-send': operation({
    result: Type.Union([
      Type.Object({ email: Type.String() }),
      Type.Object({ announcement_id: Maybe(Type.Integer()), recipients: Type.Integer() }),
    ]),
    audit: (sent, to, app) =>
      'announcement_id' in sent ? announcementRecord(findAudience(app, to), sent.recipients) : undefined,
    run(app: App, { subject, content, dryRun, test, ...to }: Draft) {
      const actor = requireActor(app, to);
      const draft = { subject, content, audience: findAudience(app, to) };
      if (dryRun) return { recipients: countRecipients(app, actor, draft.audience) };
      if (test) {
        testAnnouncement(app, actor, draft);
        return { email: actor.email };
      }
      const { id, recipients } = sendAnnouncement(app, actor, draft);
      return { announcement_id: id, recipients };
    },
  }),
};

function findAudience(app: App, { role, group, channel }: AudienceArgs): Audience {
  if (role !== undefined) return { kind: 'role', id: requireRole(role) };
  if (channel !== undefined) return { kind: 'channel', id: requireChannel(app, channel).id };
  return group === undefined ? { kind: 'everyone', id: null } : { kind: 'group', id: requireGroup(app, group).id };
}
