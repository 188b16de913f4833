import type { Signal } from '@preact/signals';
import type { ComponentProps, FunctionComponent } from 'preact';
import { ChannelPicker, GroupsPicker, PersonPicker } from './pickers.tsx';
import { Field } from './primitives.tsx';

// Fields of forms in which people, channels or groups are chosen, their ids kept in a signal.

interface Picking {
  label: string;
  hint?: string;
  /** What one writes into is called this, if not as the field. */
  called?: string;
  value: Signal<number[]>;
}

const fieldOf =
  <P extends object>(Picker: FunctionComponent<P>) =>
  ({
    label,
    hint,
    called = label,
    value,
    ...more
  }: Picking & Omit<P, 'id' | 'label' | 'describedBy' | 'value' | 'onChange'>) => (
    <Field label={label} {...(hint !== undefined && { hint })}>
      {(id, describedBy) => {
        const own = {
          id,
          label: called,
          describedBy,
          value: value.value,
          onChange: (ids: number[]) => (value.value = ids),
        };
        return <Picker {...({ ...more, ...own } as unknown as P)} />;
      }}
    </Field>
  );

export const PeopleField = fieldOf<ComponentProps<typeof PersonPicker>>(PersonPicker);
export const ChannelsField = fieldOf<ComponentProps<typeof ChannelPicker>>(ChannelPicker);
export const GroupsField = fieldOf<ComponentProps<typeof GroupsPicker>>(GroupsPicker);
