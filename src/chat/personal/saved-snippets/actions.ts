import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../../people/users/types.ts';
import { snippetAdded, snippetRemoved, snippetUpdated } from './events.ts';
import { requireOwn } from './rules.ts';

/** Creates a snippet. Returns its id. */
export function createSnippet(app: App, user: User, title: string, content: string): number {
  const texts = [title.trim(), content.trim()] as const;
  requireRoom(app, 'saved_snippet', { added: [texts] }, user.id);
  const [name, text] = texts;
  return app.db.write(() => insertSnippet(app, user, { title: name, content: text, date_created: seconds(app.clock) }));
}

/** Stores a snippet without checking it. Returns its id. Call it inside `db.write`. */
export function insertSnippet(
  app: App,
  user: User,
  { title, content, date_created }: { title: string; content: string; date_created: number },
): number {
  const { id } = app.savedSnippets.add(user.id, title, content, date_created);
  app.events.publish(snippetAdded({ saved_snippet: requireOwn(app, user, id) }), [user.id]);
  return id;
}

/** Changes a user's own snippet. Throws 404 for those of others. A change that changes nothing publishes no event. */
export function editSnippet(app: App, user: User, id: number, changes: { title?: string; content?: string }): void {
  const before = requireOwn(app, user, id);
  const title = changes.title?.trim() ?? before.title;
  const content = changes.content?.trim() ?? before.content;
  if (title === before.title && content === before.content) return;
  const change = { added: [[title, content]], replaced: [[before.title, before.content]] };
  requireRoom(app, 'saved_snippet', change, user.id);
  app.db.write(() => {
    app.savedSnippets.change(title, content, id);
    app.events.publish(snippetUpdated({ saved_snippet: requireOwn(app, user, id) }), [user.id]);
  });
}

/** Deletes a snippet. Throws 404 for those of others. */
export function deleteSnippet(app: App, user: User, id: number): void {
  requireOwn(app, user, id);
  app.db.write(() => {
    app.savedSnippets.remove(id);
    app.events.publish(snippetRemoved({ saved_snippet_id: id }), [user.id]);
  });
}
