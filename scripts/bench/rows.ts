import { renderMessage } from '../../src/markdown/render.ts';
import { NOBODY, openApp } from './seed.ts';

/**
 * Stores messages as Klatch does, in a folder with channels: the row and its indexes, the words, the HTML; nothing of
 * accounts, rules and events. `commit` is synchronous and durable.
 */
export function openRows(folder: string): {
  add(channel: string, subject: string, content: string, date_sent: number): { id: number; html: string };
  commit(): void;
  close(): void;
} {
  const { channels, db, messages, topics, users } = openApp(folder);
  const client_id = db.write(() => messages.client('KlatchBench'));
  const [sender_id] = [...users.activeIds()];
  return {
    add: (channel, subject, content, date_sent) =>
      db.write(() => {
        const { recipient_id } = channels.named(channel)!;
        const { html, has_link } = renderMessage(content, NOBODY);
        const topic_id = topics.ensure(recipient_id, subject);
        const place = { recipient_id, topic_id, subject };
        const facts = has_link ? 1 : 0;
        return {
          id: messages.add({
            ...place,
            sender_id: sender_id!,
            content,
            rendered_content: html,
            date_sent,
            client_id,
            facts,
          }),
          html,
        };
      }),
    commit: () => db.commit(),
    close: () => db.close(),
  };
}
