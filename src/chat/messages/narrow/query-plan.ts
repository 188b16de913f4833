import { recipientMark, topicMark } from '../messages/search-index.ts';
import { type Condition, conditions, type QueryPlan } from './repository.ts';
import type { SearchWords } from './search.ts';

/** What a narrow asks for, put together. */
export interface NarrowConstraints {
  recipients: readonly number[];
  /** undefined: of whatever topic, and direct messages. */
  topics: ReadonlySet<number> | undefined;
  /** All that can fulfil one of the conditions, ascending. */
  ids: { ids: readonly number[]; condition: Condition } | undefined;
  conditions: readonly Condition[];
  searches: readonly SearchWords[];
  /** Words that the search index must have in `marks`. */
  marks: readonly string[];
}

/** So many ids are looked at one by one rather than found in the search index. */
const FEW_IDS = 100;
const FEW_TOPICS = 10;
/** So many conversations are named to the search index; of more, each message found is asked for its own. */
const FEW_RECIPIENTS = 50;

/** The shortest way to the messages. */
export function chooseQueryPlan(asked: NarrowConstraints): QueryPlan {
  const { recipients, topics, searches, marks } = asked;
  if (recipients.length === 0 || topics?.size === 0) return { along: 'nothing' };
  const ids = asked.ids?.ids;
  if (ids && (searches.length === 0 || ids.length < FEW_IDS)) return { along: 'ids', ids };
  const fewTopics = topics !== undefined && topics.size < FEW_TOPICS;
  if (searches.length > 0 || (marks.length > 0 && !fewTopics)) return { along: 'words', match: indexed(asked) };
  if (topics) return { along: 'topics', keys: [...topics] };
  if (asked.conditions.includes(conditions.hasReaction)) return { along: 'reactions' };
  return { along: 'recipients', keys: recipients };
}

/** Everything the search index can tell at once. */
function indexed({ recipients, topics, searches, marks }: NarrowConstraints): string {
  const places =
    recipients.length < FEW_RECIPIENTS ? recipients.map((id) => `"${recipientMark(id)}"`).join(' OR ') : '';
  const named = topics && topics.size < FEW_TOPICS ? [...topics].map((id) => `"${topicMark(id)}"`).join(' OR ') : '';
  const wanted = [...[places, named].filter(Boolean).map((some) => `(${some})`), ...marks.map((mark) => `"${mark}"`)];
  const words = searches.map(({ match }) => `{subject content} : (${match})`);
  return [...(wanted.length > 0 ? [`marks : (${wanted.join(' AND ')})`] : []), ...words].join(' AND ');
}

/** What each walk makes sure of by itself. */
const KNOWN: Record<QueryPlan['along'], readonly Condition['by'][]> = {
  nothing: [],
  ids: [],
  recipients: ['recipients'],
  topics: ['topics'],
  words: ['words', 'marks'],
  reactions: ['reactions'],
};

/** Whether all that is met on a walk fulfils a condition, so that nobody need look. */
export function isGuaranteedByPlan({ along }: QueryPlan, { ids }: NarrowConstraints, condition: Condition): boolean {
  if (condition.by === 'ids') return along === 'ids' && condition === ids!.condition;
  return condition.by !== undefined && KNOWN[along].includes(condition.by);
}
