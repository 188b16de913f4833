import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ChevronDown } from '../../design/icons.ts';
import { toast } from '../../design/layers.tsx';
import { ChevronUp, GripVertical } from '../../design/more-icons.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';

interface SortableListProps<T> {
  label: string;
  items: readonly T[];
  getName: (item: T) => string;
  order?: ((ids: number[]) => Promise<unknown>) | undefined;
  render: (item: T) => ComponentChildren;
}

/**
 * A list that can be reordered with buttons or by dragging. `order` saves the new order, which is shown at once.
 * Without `order` the list is read-only.
 */
export function SortableList<T extends { id: number }>({
  label,
  items,
  getName: nameOf,
  order,
  render,
}: SortableListProps<T>) {
  const { ids, announcement, move } = useOrder({ items, getName: nameOf, order });
  const dragged = useSignal(-1);
  return (
    <>
      <ul class="lines" aria-label={label}>
        {ids.map((id, position) => {
          const item = items.find((one) => one.id === id)!;
          const name = nameOf(item);
          return (
            <SortableRow key={id} id={id} dragged={dragged} drop={(other) => void move(other, position)}>
              {order && <Grip id={id} name={name} dragged={dragged} />}
              {render(item)}
              {order && items.length > 1 && (
                <OrderButtons
                  name={name}
                  isFirst={position === 0}
                  isLast={position === ids.length - 1}
                  move={(step) => void move(id, position + step)}
                />
              )}
            </SortableRow>
          );
        })}
      </ul>
      <span class="visually-hidden" role="status">
        {announcement}
      </span>
    </>
  );
}

/** The IDs in their current order, and `move`, which saves and announces a new position. */
function useOrder<T extends { id: number }>({
  items,
  getName: nameOf,
  order,
}: Pick<SortableListProps<T>, 'items' | 'getName' | 'order'>) {
  const newOrder = useSignal<readonly number[] | undefined>(undefined);
  const announcement = useSignal('');
  const savedOrder = items.map(({ id }) => id);
  const isCurrent =
    newOrder.value?.length === savedOrder.length && newOrder.value.every((id) => savedOrder.includes(id));
  const ids = isCurrent ? newOrder.value! : savedOrder;
  const move = async (id: number, to: number) => {
    const next = ids.filter((one) => one !== id);
    next.splice(Math.max(0, Math.min(to, next.length)), 0, id);
    if (next.join() === ids.join()) return;
    newOrder.value = next;
    announcement.value = t('{name} is at position {place} of {all}', {
      name: nameOf(items.find((item) => item.id === id)!),
      place: next.indexOf(id) + 1,
      all: next.length,
    });
    try {
      await order!(next);
    } catch (error) {
      toast(errorText(error), true);
    }
    if (newOrder.peek() === next) newOrder.value = undefined;
  };
  return { ids, announcement: announcement.value, move };
}

/** A row on which another row, whose ID is in `dragged`, can be dropped. */
const SortableRow = ({
  id,
  dragged,
  drop,
  children,
}: {
  id: number;
  dragged: Signal<number>;
  drop: (id: number) => void;
  children: ComponentChildren;
}) => (
  <li
    class={dragged.value === id ? 'line line-dragged' : 'line'}
    onDragOver={(event) => {
      if (dragged.peek() < 0 || dragged.peek() === id) return;
      event.preventDefault();
    }}
    onDrop={(event) => {
      event.preventDefault();
      if (dragged.peek() >= 0) drop(dragged.peek());
    }}
  >
    {children}
  </li>
);

/** The handle by which a row is dragged. */
const Grip = ({ id, name, dragged }: { id: number; name: string; dragged: Signal<number> }) => (
  <span
    class="drag-handle"
    draggable
    aria-hidden="true"
    onDragStart={(event) => {
      dragged.value = id;
      event.dataTransfer!.effectAllowed = 'move';
      event.dataTransfer!.setData('text/plain', name);
      event.dataTransfer!.setDragImage(event.currentTarget.parentElement!, 12, 20);
    }}
    onDragEnd={() => (dragged.value = -1)}
  >
    <Icon of={GripVertical} size={16} />
  </span>
);

/** The buttons that move an entry up and down. */
export const OrderButtons = ({
  name,
  isFirst,
  isLast,
  move,
}: {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  move: (step: number) => void;
}) => (
  <span class="order-buttons">
    <Button
      kind="quiet"
      icon={ChevronUp}
      label={t('Move {name} up', { name })}
      aria-disabled={isFirst}
      onClick={() => !isFirst && move(-1)}
    />
    <Button
      kind="quiet"
      icon={ChevronDown}
      label={t('Move {name} down', { name })}
      aria-disabled={isLast}
      onClick={() => !isLast && move(1)}
    />
  </span>
);
