import type { App } from '../../../app.ts';
import { type Rendered, renderMessage } from '../../../markdown/render.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { directoryFor, shownUpload } from '../../messages/messages/content.ts';
import { type Conversation, canLink } from './markdown.ts';
import type { ImportOrigin } from './types.ts';

/**
 * Renders a text without looking up pages that it links to. Private channels are linked only by their members. Removed
 * emoji are shown if they came from the same server.
 */
export function renderImported(app: App, source: ImportOrigin, { author }: Conversation, content: string): Rendered {
  const { preview: _, ...directory } = directoryFor(app, author);
  const known = (channel: Channel | undefined) => (channel && canLink(app, author, channel) ? channel : undefined);
  return renderMessage(content, {
    ...directory,
    userById: (id) => app.users.byId(id),
    realmEmoji(name) {
      const removed = app.imports.find(source.id, 'emoji', name);
      return app.realmEmoji.named(name) ?? (removed && app.realmEmoji.byId(String(removed.id)));
    },
    channelNamed: (name) => known(app.channels.named(name)),
    channelById: (id) => known(app.channels.byId(id)),
    upload(path) {
      const file = app.attachments.byPath(path);
      return file && shownUpload(file);
    },
  });
}

/** Lets those who read a message read a file, too. */
export function attach(app: App, attachmentId: number, messageId: number): void {
  app.attachments.claim(attachmentId, messageId);
  app.attachments.setUnclaimedSince(null, attachmentId);
}
