import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { User } from '../../people/users/types.ts';
import { snippetAdded, snippetRemoved, snippetUpdated } from './events.ts';
import { requireOwn } from './rules.ts';

/** Keeps a text under a title; the answer is the snippet's id. */
export function createSnippet(app: App, user: User, title: string, content: string): number {
  return app.db.write(() => {
    const { id } = app.savedSnippets.add(user.id, title.trim(), content.trim(), seconds(app.clock));
    app.events.publish(snippetAdded({ saved_snippet: requireOwn(app, user, id) }), [user.id]);
    return id;
  });
}

/** Changes one's own snippet. Refuses (404) one that is not one's own; nobody hears of a change that changes nothing. */
export function editSnippet(app: App, user: User, id: number, given: { title?: string; content?: string }): void {
  const before = requireOwn(app, user, id);
  const title = given.title?.trim() ?? before.title;
  const content = given.content?.trim() ?? before.content;
  if (title === before.title && content === before.content) return;
  app.db.write(() => {
    app.savedSnippets.change(title, content, id);
    app.events.publish(snippetUpdated({ saved_snippet: requireOwn(app, user, id) }), [user.id]);
  });
}

/** Refuses (404) a snippet that is not one's own. */
export function deleteSnippet(app: App, user: User, id: number): void {
  requireOwn(app, user, id);
  app.db.write(() => {
    app.savedSnippets.remove(id);
    app.events.publish(snippetRemoved({ saved_snippet_id: id }), [user.id]);
  });
}
