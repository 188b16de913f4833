import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { blankName } from '../../errors.ts';
import { invalid, listVariables, templateError } from '../linkifiers/types.ts';
import { requireRoom } from '../row-limits/rules.ts';
import { playgroundsChanged } from './events.ts';
import type { Playground } from './types.ts';

/**
 * Adds a playground. Returns its id. Throws for an existing one, invalid languages, and URLs without a place for the
 * code.
 */
export function addPlayground(app: App, playground: Omit<Playground, 'id'>): number {
  const draft = {
    name: playground.name.trim(),
    pygments_language: playground.pygments_language.trim(),
    url_template: playground.url_template.trim(),
  };
  if (draft.name === '') throw blankName();
  if (!/^[a-zA-Z0-9_+#. -]+$/.test(draft.pygments_language))
    throw invalid('pygments_language', 'Invalid characters in pygments language');
  const wrong = templateError(draft.url_template);
  if (wrong) throw invalid('url_template', wrong);
  if (!listVariables(draft.url_template).includes('code'))
    throw invalid('url_template', 'Missing the required variable "code" in the URL template');
  if (listVariables(draft.url_template).length > 1)
    throw invalid('url_template', '"code" should be the only variable present in the URL template');
  if (
    app.playgrounds
      .all()
      .some(({ name, pygments_language }) => name === draft.name && pygments_language === draft.pygments_language)
  )
    throw badRequest('Realm playground with this Realm, Pygments language and Name already exists.', {
      errors: { __all__: ['Realm playground with this Realm, Pygments language and Name already exists.'] },
    });
  requireRoom(app, 'playground', { added: [Object.values(draft)] });
  return app.db.write(() => {
    const { id } = app.playgrounds.add(draft);
    publishPlaygrounds(app);
    return id;
  });
}

export function removePlayground(app: App, id: number): void {
  if (!app.playgrounds.all().some((playground) => playground.id === id)) throw badRequest('Invalid playground');
  app.db.write(() => {
    app.playgrounds.remove(id);
    publishPlaygrounds(app);
  });
}

const publishPlaygrounds = (app: App): void =>
  app.events.publish(playgroundsChanged({ realm_playgrounds: app.playgrounds.all() }), app.users.activeIds());
