import type { App } from '../../../app.ts';
import type { Steps } from '../../../kernel/time-slices.ts';
import { LIMITS } from '../../../limits.ts';
import { POLICY } from '../../../shared/topic-policies.ts';
import { isSubscribed, type Viewer } from '../../channels/channels/rules.ts';
import { topicKey } from '../../channels/topics/repository.ts';
import type { User } from '../../people/users/types.ts';
import { unreadMessages } from '../flags/rules.ts';
import { CHANNEL_MENTIONED_MARK, HAS_MARKS, senderMark } from '../messages/search-index-repository.ts';
import { FLAG } from '../messages/types.ts';
import { chooseQueryPlan, isGuaranteedByPlan, type NarrowConstraints } from './query-plan.ts';
import {
  findChannel,
  findUser,
  isPublic,
  makeScope,
  requireTermsOfKey,
  type Scope,
  withConversation,
} from './scope.ts';
import { makeSpans, overlaps } from './spans.ts';
import { badNarrow, makePeriod, type Period, type Term } from './terms.ts';
import { type Condition, conditions, type PlannedQuery, type SearchWords, type Span, searchWords } from './types.ts';

export interface Narrow extends PlannedQuery {
  /** The searches; empty: none. */
  searches: readonly SearchWords[];
}

interface Options {
  /** Replaces the scope that the terms imply. */
  scope?: Scope;
  /** Only unread messages that are not muted: where reading continues. */
  unread?: boolean;
}

/**
 * Compiles terms for one viewer into a plan that finds their messages. Throws BAD_NARROW for unknown channels and
 * users.
 */
export function compile(app: App, viewer: Viewer, narrow: readonly Term[], { scope, unread }: Options = {}): Narrow {
  requireTermsOfKey(viewer, narrow);
  const terms = withConversation(app, viewer, narrow);
  if (terms.some(asksTheIndex)) app.messages.indexNow();
  const draft = new Draft(app, viewer, scope ?? makeScope(app, viewer, terms));
  // Conversations come first: topics are looked up among those that are left.
  for (const term of terms) draft.chooseRecipients(term);
  for (const term of terms) draft.apply(term);
  if (unread) draft.onlyWhereReadingGoesOn(terms.some(({ operator, negated }) => operator === 'channel' && !negated));
  return draft.finishNarrow();
}

/** Indexes in steps what `compile` otherwise indexes at once: the newest messages, if the terms use the index. */
export function* indexFor(app: App, terms: readonly Term[]): Steps<void> {
  if (terms.some(asksTheIndex)) while (app.messages.indexSome()) yield;
}

/** Whether the search index is used. Then every message must be indexed first. */
const asksTheIndex = ({ operator, operand }: Term): boolean =>
  operator === 'search' ||
  operator === 'sender' ||
  operator === 'has' ||
  (operator === 'is' && operand === 'mentioned');

/** A narrow while it is being compiled. */
class Draft {
  readonly #app: App;
  readonly #viewer: Viewer;
  readonly #own: Condition | undefined;
  #recipients: number[];
  #topics: ReadonlySet<number> | undefined;
  #ids: { ids: readonly number[]; condition: Condition } | undefined;
  /** The ids of messages that can have been sent at the right time. */
  #spans: readonly Span[] | undefined;
  readonly #conditions: Condition[] = [];
  readonly #searches: SearchWords[] = [];
  /** The number of words of all searches. */
  #words = 0;
  /** Words that must be in the `marks` column of the search index. */
  readonly #marks: string[] = [];

  constructor(app: App, viewer: Viewer, { recipients, own }: Scope) {
    this.#app = app;
    this.#viewer = viewer;
    this.#recipients = [...recipients];
    this.#own = own;
  }

  /** Terms that decide about whole conversations. */
  chooseRecipients({ operator, operand, negated }: Term): void {
    const app = this.#app;
    const only = (matches: (recipient: number) => boolean) => {
      this.#recipients = this.#recipients.filter((recipient) => matches(recipient) !== negated);
    };
    const onlyDirect = (matches: (people: readonly number[]) => boolean) =>
      only((recipient) => {
        const people = app.messages.people(recipient);
        return people !== undefined && matches(people);
      });
    if (operator === 'channel') {
      const channel = findChannel(app, this.#viewer, operand);
      only((recipient) => recipient === channel?.recipient_id);
    } else if (operator === 'channels') {
      only((recipient) => {
        const channel = app.channels.byRecipient(recipient);
        return (
          channel !== undefined &&
          (operand === 'public' ? isPublic(channel) : channel.is_web_public && !channel.is_archived)
        );
      });
    } else if (operator === 'is' && operand === 'dm') onlyDirect(() => true);
    else if (operator === 'dm') {
      const conversation = this.#conversation(operand);
      only((recipient) => recipient === conversation);
    } else if (operator === 'dm-including') {
      const { id } = this.#requireUser(operand);
      onlyDirect((people) => people.includes(id));
    } else if (operator === 'group-pm-with') {
      const { id } = this.#requireUser(operand);
      onlyDirect((people) => people.length > 2 && people.includes(id));
    }
  }

  /** All other terms. */
  apply(term: Term): void {
    const { operator, operand, negated } = term;
    if (operator === 'topic') this.#inTopics(this.#topicsNamed(operand), negated);
    else if (operator === 'sender') {
      const { id } = this.#requireUser(operand);
      this.#add(conditions.sentBy(id), negated, senderMark(id));
    } else if (operator === 'has') {
      if (operand === 'reaction') this.#add(conditions.hasReaction, negated);
      else this.#add(conditions.has(operand), negated, HAS_MARKS[operand]);
    } else if (operator === 'id') this.#among([operand], negated, conditions.amongIds([operand]));
    else if (operator === 'before' || operator === 'on' || operator === 'after')
      this.#sentIn(makePeriod(operator, operand, this.#viewer?.timezone ?? ''), negated);
    else if (operator === 'search') this.#search(this.#wordsOf(operand), negated);
    else if (operator === 'is') this.#is(operand, negated, this.#viewer!);
    else if (operator === 'in' && operand === 'home') this.#add(this.#muted(this.#viewer!, true), !negated);
    // `in:all` and `near` restrict nothing.
  }

  onlyWhereReadingGoesOn(inChannel: boolean): void {
    this.#is('unread', false, this.#viewer!);
    this.#add(this.#muted(this.#viewer!, !inChannel), true);
  }

  #is(operand: Extract<Term, { operator: 'is' }>['operand'], negated: boolean, viewer: User): void {
    const { messages, topics, channels, userTopics, narrow } = this.#app;
    if (operand === 'unread') {
      const only = this.#recipients.length === 1 ? this.#recipients[0] : undefined;
      const channel = only === undefined ? undefined : channels.byRecipient(only);
      // A term that names a channel the user has left works as if they had not left it.
      const single = channel && !isSubscribed(this.#app, viewer, channel) ? undefined : only;
      const ids = unreadMessages(this.#app, viewer, single).map(({ id }) => id);
      this.#among(ids, negated, conditions.amongIds(ids));
    } else if (operand === 'starred')
      this.#among(messages.starred(viewer.id), negated, conditions.flagged(viewer.id, FLAG.starred));
    else if (operand === 'alerted')
      this.#among(messages.flagged(viewer.id, FLAG.alertWord), negated, conditions.flagged(viewer.id, FLAG.alertWord));
    else if (operand === 'mentioned') {
      const flagged = messages.flagged(viewer.id, FLAG.mentioned | FLAG.topicWildcard);
      const toAll = negated ? [] : narrow.marked(`marks : "${CHANNEL_MENTIONED_MARK}"`);
      this.#among(sortIds(new Set([...flagged, ...toAll])), negated, conditions.mentions(viewer.id));
    } else if (operand === 'resolved') {
      if (negated) this.#add(conditions.resolved, true);
      else this.#inTopics(narrow.resolvedTopics(JSON.stringify(this.#recipients)), false);
    } else if (operand === 'followed') {
      const followed = userTopics
        .ofUser(viewer.id)
        .filter(({ visibility_policy }) => visibility_policy === POLICY.followed);
      this.#inTopics(
        followed.flatMap(
          ({ channel_id, topic_name }) => topics.id(channels.byId(channel_id)!.recipient_id, topic_name) ?? [],
        ),
        negated,
      );
    } else if (operand === 'muted') this.#add(this.#muted(viewer, true), negated);
  }

  #add(condition: Condition, negated: boolean, mark?: string): void {
    this.#conditions.push(negated ? conditions.not(condition) : condition);
    if (!negated && mark !== undefined) this.#marks.push(mark);
  }

  #sentIn(period: Period, negated: boolean): void {
    this.#add(conditions.sentIn(period), negated);
    if (negated) return;
    const spans = makeSpans(this.#app, period);
    this.#spans = this.#spans ? overlaps(this.#spans, spans) : spans;
  }

  /** `ids`: all messages that can meet the condition, ascending. */
  #among(ids: readonly number[], negated: boolean, condition: Condition): void {
    this.#add(condition, negated);
    if (!negated && (this.#ids === undefined || ids.length < this.#ids.ids.length)) this.#ids = { ids, condition };
  }

  #inTopics(ids: readonly number[], negated: boolean): void {
    if (negated) this.#add(conditions.inTopics(ids), true);
    else this.#topics = new Set(ids.filter((id) => this.#topics?.has(id) ?? true));
  }

  #topicsNamed(name: string): number[] {
    const single = this.#recipients.length === 1 ? this.#recipients[0] : undefined;
    if (single === undefined) return this.#app.narrow.topicsNamed(JSON.stringify(this.#recipients), topicKey(name));
    const id = this.#app.topics.id(single, name);
    return id === undefined ? [] : [id];
  }

  #wordsOf(operand: string): SearchWords {
    const words = searchWords(operand, LIMITS.search_words - this.#words);
    if (!words) throw badNarrow(`more than ${LIMITS.search_words} words to search for`);
    this.#words += words.count;
    return words;
  }

  #search(words: SearchWords, negated: boolean): void {
    if (words.match === undefined) {
      // Matches nothing; negated, it matches everything.
      if (!negated) this.#recipients = [];
      return;
    }
    const parts = [
      conditions.found(`{subject content} : (${words.match})`),
      ...words.literal.map(conditions.hasPhrase),
    ];
    if (negated) return void this.#add(conditions.all(parts), true);
    this.#conditions.push(...parts);
    this.#searches.push(words);
  }

  #muted(viewer: User, channelsToo: boolean): Condition {
    const { subscriptions, userTopics, channels, topics } = this.#app;
    const muted = channelsToo
      ? subscriptions.ofUser(viewer.id).filter(({ active, is_muted }) => active && is_muted)
      : [];
    const policies = userTopics.ofUser(viewer.id).flatMap(({ channel_id, topic_name, visibility_policy }) => {
      const id = topics.id(channels.byId(channel_id)!.recipient_id, topic_name);
      return id === undefined ? [] : [{ id, visibility_policy }];
    });
    const topicIds = (isMuted: boolean) =>
      policies.filter(({ visibility_policy }) => (visibility_policy === POLICY.muted) === isMuted).map(({ id }) => id);
    const recipients = muted.map(({ channel_id }) => channels.byId(channel_id)!.recipient_id);
    return conditions.muted(topicIds(true), recipients, topicIds(false));
  }

  #requireUser(operand: string | number): User {
    const user = findUser(this.#app, this.#viewer, operand);
    if (!user) throw badNarrow('unknown user');
    return user;
  }

  /** The conversation of exactly these users and the viewer, if it exists. */
  #conversation(operand: string | readonly number[]): number | undefined {
    const named = typeof operand === 'string' ? operand.split(',') : operand;
    if (named.length === 0) return undefined;
    const ids = new Set([this.#viewer!.id]);
    for (const one of named) {
      const user = findUser(this.#app, this.#viewer, one);
      if (!user) throw badNarrow(`unknown user in ${typeof operand === 'string' ? operand : JSON.stringify(operand)}`);
      ids.add(user.id);
    }
    return this.#app.messages.conversation(sortIds(ids));
  }

  finishNarrow(): Narrow {
    const constraints: NarrowConstraints = {
      recipients: this.#recipients,
      topics: this.#topics,
      ids: this.#ids,
      conditions: this.#conditions,
      searches: this.#searches,
      marks: this.#marks,
    };
    const whole = [conditions.inRecipients(this.#recipients), ...this.#conditions];
    if (this.#topics) whole.push(conditions.inTopics(this.#topics));
    if (this.#own) whole.push(this.#own);
    const plan = chooseQueryPlan(constraints);
    return {
      plan,
      whole,
      rest: whole.filter((one) => !isGuaranteedByPlan(plan, constraints, one)),
      searches: this.#searches,
      spans: this.#spans,
    };
  }
}

const sortIds = (ids: ReadonlySet<number>): number[] => [...ids].sort((a, b) => a - b);
