import type { Signal } from '@preact/signals';
import { ChevronDown } from '../../design/icons.ts';
import { Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import type { Person } from '../../server/types.ts';
import { lastActive } from './card.tsx';

/** How a list of people is sorted. By name they are sorted already. */
const ORDERS = {
  name: { label: () => t('Name'), by: () => 0 },
  active: { label: () => t('Last active'), by: ({ user_id }: Person) => -lastActive(user_id) },
  role: { label: () => t('Role'), by: ({ role }: Person) => role },
  joined: { label: () => t('Newest accounts'), by: ({ date_joined }: Person) => -Date.parse(date_joined) },
} as const;
export type PeopleOrder = keyof typeof ORDERS;

/** People in an order; they are sorted by name. */
export const sortPeople = (people: readonly Person[], order: PeopleOrder): readonly Person[] =>
  order === 'name' ? people : people.toSorted((a, b) => ORDERS[order].by(a) - ORDERS[order].by(b));

/** Selects the order of a list of people. */
export const OrderSelect = ({ order }: { order: Signal<PeopleOrder> }) => (
  <select
    class="person-order"
    aria-label={t('Sort by')}
    onChange={({ currentTarget }) => (order.value = currentTarget.value as PeopleOrder)}
  >
    {(Object.keys(ORDERS) as PeopleOrder[]).map((one) => (
      <option key={one} value={one} selected={one === order.value}>
        {ORDERS[one].label()}
      </option>
    ))}
  </select>
);

/** The head of a list of people in columns. Its buttons sort the list. */
export const OrderColumns = ({ order }: { order: Signal<PeopleOrder> }) => (
  <div class="line person-head" role="group" aria-label={t('Sort by')}>
    <OrderButton order={order} of="name" kind="line-body" />
    <OrderButton order={order} of="role" kind="person-role" />
    <OrderButton order={order} of="active" kind="person-joined" />
    <span class="no-button" />
  </div>
);

const OrderButton = ({ order, of, kind }: { order: Signal<PeopleOrder>; of: PeopleOrder; kind: string }) => (
  <span class={kind}>
    <button type="button" aria-pressed={order.value === of} onClick={() => (order.value = of)}>
      {ORDERS[of].label()}
      {order.value === of && <Icon of={ChevronDown} size={14} />}
    </button>
  </span>
);
