import { useSignal } from '@preact/signals';
import { Plus } from '../../design/icons.ts';
import { addStyle } from '../../design/load-style.ts';
import { CalendarDays } from '../../design/more-icons.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import type { NarrowTerm } from '../../server/types.ts';
import css from './date-filter.css';

addStyle(css);

/** Adds a filter by the day on which messages were sent, chosen in the browser's calendar. */
export function DateFilter({ add }: { add: (term: NarrowTerm) => void }) {
  const operator = useSignal('on');
  const day = useSignal('');
  return (
    <form
      class="date-filter"
      onSubmit={(event) => {
        event.preventDefault();
        if (!day.peek()) return;
        add({ operator: operator.peek(), operand: day.peek() });
        day.value = '';
      }}
    >
      <Icon of={CalendarDays} size={16} />
      <select
        aria-label={t('Sent')}
        value={operator.value}
        onChange={({ currentTarget }) => (operator.value = currentTarget.value)}
      >
        <option value="on">{t('Sent on')}</option>
        <option value="before">{t('Sent before')}</option>
        <option value="after">{t('Sent after')}</option>
      </select>
      <input
        type="date"
        aria-label={t('Day')}
        value={day.value}
        onInput={({ currentTarget }) => (day.value = currentTarget.value)}
      />
      <Button type="submit" icon={Plus} label={t('Add filter')} disabled={!day.value} />
    </form>
  );
}
