import { plainText } from '../../../../markdown/generated.ts';
import type { Reading } from './reading.ts';
import { firstLine, link, list } from './wording.ts';

const MOST = 20;

/** The commits of a push as a list, in the form of GitHub and GitLab; nothing if there are none. */
export function commitList(commits: readonly Reading[]): string {
  if (commits.length === 0) return '';
  const shown = commits.slice(0, MOST).map((commit) => {
    const message = plainText(firstLine(commit.at('message').text ?? 'no message'));
    const id = commit.at('id').text;
    return id === undefined ? message : `${message} (${link(id.slice(0, 11), commit.at('url').text)})`;
  });
  const more = commits.length > MOST ? [`and ${commits.length - MOST} more`] : [];
  return `\n\n${list([...shown, ...more])}`;
}
