import { Download } from '../../design/more-icons.ts';
import { Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import type { ArchiveView } from '../../server/types.ts';
import { formatNumber } from '../../text/numbers.ts';

type Result = NonNullable<ArchiveView['result']>;

/** What an import did, or would do, and what it leaves out. */
export function ImportReport({ archive, result }: { archive: ArchiveView; result: Result }) {
  const { people, reasons } = result;
  return (
    <div class="import-report">
      <h3 class="admin-subhead">{archive.state === 'imported' ? t('Imported') : t('What would be imported')}</h3>
      <PlanTable plan={result.plan} />
      <p>{t('People who can sign in with “Forgot your password?”: {n}', { n: formatNumber(people.can_sign_in) })}</p>
      {people.without_address > 0 && (
        <p>
          {t('People without an e-mail address: {n}. Invite them afterwards under “People”, “Deactivated”.', {
            n: formatNumber(people.without_address),
          })}
        </p>
      )}
      {reasons.length > 0 && <LeftOut reasons={reasons} />}
      <div class="import-buttons">
        {archive.has_report && (
          <a class="button button-plain" href="/json/imports/archive/report" download>
            <Icon of={Download} />
            {t('Download the full report')}
          </a>
        )}
        {archive.state === 'imported' && (
          <a class="button button-plain" href="#channels/all">
            {t('All channels')}
          </a>
        )}
      </div>
    </div>
  );
}

function lineNames(): Record<string, string> {
  return {
    people: t('People'),
    channels: t('Channels'),
    groups: t('Groups'),
    topics: t('Topics'),
    messages: t('Messages'),
    reactions: t('Reactions'),
    files: t('Files'),
    emoji: t('Emoji'),
    'organization settings': t('Organization settings'),
    'organization images': t('Icon and logo'),
    linkifiers: t('Automatic links'),
    'code playgrounds': t('Code playgrounds'),
    'channel folders': t('Channel folders'),
    'profile fields': t('Profile fields'),
    'muted users': t('Muted people'),
    'alert words': t('Alert words'),
    'saved snippets': t('Saved snippets'),
    drafts: t('Drafts'),
    'scheduled messages': t('Scheduled messages'),
    reminders: t('Reminders'),
  };
}

/** The kinds of what is in the archive. Rare ones are one line. */
function PlanTable({ plan }: Pick<Result, 'plan'>) {
  const names = lineNames();
  const others = Object.keys(plan).filter((key) => !(key in names));
  const sum = (of: 'total' | 'new') => others.reduce((all, key) => all + plan[key]![of], 0);
  const lines = [
    ...Object.entries(names).map(([key, name]) => ({ name, ...(plan[key] ?? { total: 0, new: 0 }) })),
    { name: t('Other'), total: sum('total'), new: sum('new') },
  ].filter(({ total }) => total > 0);
  return (
    <div class="table-frame">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Kind')}</th>
            <th scope="col" class="number-cell">
              {t('In the archive')}
            </th>
            <th scope="col" class="number-cell">
              {t('New here')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.name}>
              <th scope="row">{line.name}</th>
              <td class="number-cell">{formatNumber(line.total)}</td>
              <td class="number-cell">{formatNumber(line.new)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The reasons are the server's, in English. */
const LeftOut = ({ reasons }: Pick<Result, 'reasons'>) => (
  <details>
    <summary>{t('Left out: {n}', { n: formatNumber(reasons.reduce((sum, { number }) => sum + number, 0)) })}</summary>
    <ul class="import-reasons" lang="en" dir="ltr">
      {reasons.map(({ kind, reason, number }) => (
        <li key={`${kind} ${reason}`}>
          {kind}: {formatNumber(number)} × {reason}
        </li>
      ))}
    </ul>
  </details>
);
