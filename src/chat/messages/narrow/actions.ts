import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { Steps } from '../../../kernel/time-slices.ts';
import type { User } from '../../people/users/types.ts';
import { type OwnFlag, setFlag } from '../flags/actions.ts';
import type { NarrowTerm } from '../messages/types.ts';
import { compile, indexFor } from './compile.ts';
import { findAnchor, type Range, requireFew, type Stretch, stillReadable, stretch } from './fetch.ts';
import { narrowTerms } from './terms.ts';

/** Finds the messages of a range whose flags can be changed, in steps. */
export function* findFlaggable(app: App, user: User, wire: readonly NarrowTerm[], range: Range): Steps<Stretch> {
  const terms = narrowTerms(wire);
  requireFew(range.num_before + range.num_after);
  if (!range.include_anchor && range.num_before > 0 && range.num_after > 0)
    throw badRequest('The anchor can only be excluded at an end of the range');
  yield* indexFor(app, terms);
  const narrow = compile(app, user, terms);
  return yield* stretch(app, narrow, findAnchor(app, user, terms, range.anchor), range);
}

/** Adds or removes a flag of the messages that `findFlaggable` found. */
export function flagFound(app: App, user: User, found: Stretch, op: 'add' | 'remove', flag: OwnFlag) {
  const messages = stillReadable(app, user, found.messages);
  const { changed, ignored_because_not_subscribed_channels } = setFlag(app, user, messages, flag, op);
  return {
    processed_count: messages.length,
    updated_count: changed.length,
    first_processed_id: messages[0]?.id ?? null,
    last_processed_id: messages.at(-1)?.id ?? null,
    found_oldest: found.found_oldest,
    found_newest: found.found_newest,
    ignored_because_not_subscribed_channels,
  };
}
