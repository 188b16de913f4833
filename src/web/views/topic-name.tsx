import { isResolved, withoutResolvedMark } from '../../shared/resolved-topics.ts';
import { Check } from '../design/icons.ts';
import { Icon } from '../design/primitives.tsx';
import { topicName } from '../text/names.ts';

/** A topic's name. The mark of resolved ones is drawn as an icon, because each font draws it differently. */
export const TopicName = ({ topic }: { topic: string }) => (
  <>
    {isResolved(topic) && (
      <span class="resolved-mark">
        <Icon of={Check} size={16} />
        <span class="visually-hidden">✔ </span>
      </span>
    )}
    {topicName(withoutResolvedMark(topic))}
  </>
);
