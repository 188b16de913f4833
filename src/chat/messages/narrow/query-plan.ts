import { recipientMark, topicMark } from '../messages/search-index-repository.ts';
import { type Condition, conditions, type QueryPlan, type SearchWords } from './types.ts';

/** A narrow, compiled into a plan. */
export interface NarrowConstraints {
  recipients: readonly number[];
  /** undefined: any topic, and direct messages. */
  topics: ReadonlySet<number> | undefined;
  /** All messages that can meet one of the conditions, ascending. */
  ids: { ids: readonly number[]; condition: Condition } | undefined;
  conditions: readonly Condition[];
  searches: readonly SearchWords[];
  /** Words that must be in the `marks` column of the search index. */
  marks: readonly string[];
}

/** Up to this many ids are checked one by one instead of searched in the index. */
const FEW_IDS = 100;
const FEW_TOPICS = 10;
/**
 * Up to this many conversations are named in the index query. Above that, the conversation of each found message is
 * checked.
 */
const FEW_RECIPIENTS = 50;

/** Chooses the shortest way to the messages. */
export function chooseQueryPlan(constraints: NarrowConstraints): QueryPlan {
  const { recipients, topics, searches, marks } = constraints;
  if (recipients.length === 0 || topics?.size === 0) return { along: 'nothing' };
  const ids = constraints.ids?.ids;
  if (ids && (searches.length === 0 || ids.length < FEW_IDS)) return { along: 'ids', ids };
  const fewTopics = topics !== undefined && topics.size < FEW_TOPICS;
  if (searches.length > 0 || (marks.length > 0 && !fewTopics))
    return { along: 'words', match: indexQuery(constraints) };
  if (topics) return { along: 'topics', keys: [...topics] };
  if (constraints.conditions.includes(conditions.hasReaction)) return { along: 'reactions' };
  return { along: 'recipients', keys: recipients };
}

/** Everything the search index can decide by itself. */
function indexQuery({ recipients, topics, searches, marks }: NarrowConstraints): string {
  const places =
    recipients.length < FEW_RECIPIENTS ? recipients.map((id) => `"${recipientMark(id)}"`).join(' OR ') : '';
  const named = topics && topics.size < FEW_TOPICS ? [...topics].map((id) => `"${topicMark(id)}"`).join(' OR ') : '';
  const conditions = [
    ...[places, named].filter(Boolean).map((some) => `(${some})`),
    ...marks.map((mark) => `"${mark}"`),
  ];
  const words = searches.map(({ match }) => `{subject content} : (${match})`);
  return [...(conditions.length > 0 ? [`marks : (${conditions.join(' AND ')})`] : []), ...words].join(' AND ');
}

/** What each plan guarantees by itself. */
const KNOWN: Record<QueryPlan['along'], readonly Condition['by'][]> = {
  nothing: [],
  ids: [],
  recipients: ['recipients'],
  topics: ['topics'],
  words: ['words', 'marks'],
  reactions: ['reactions'],
};

/** Whether a plan finds only messages that satisfy a condition, so that it need not be checked. */
export function isGuaranteedByPlan({ along }: QueryPlan, { ids }: NarrowConstraints, condition: Condition): boolean {
  if (condition.by === 'ids') return along === 'ids' && condition === ids!.condition;
  return condition.by !== undefined && KNOWN[along].includes(condition.by);
}
