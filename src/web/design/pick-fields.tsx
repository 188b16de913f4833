import type { Signal } from '@preact/signals';
import type { ComponentProps, FunctionComponent } from 'preact';
import { Field } from './field.tsx';
import { ChannelPicker, GroupsPicker, PersonPicker } from './pickers.tsx';

// Form fields that select users, channels or groups and keep their IDs in a signal.

interface PickFieldProps {
  label: string;
  hint?: string;
  /** The label of the input, if it differs from the field's label. */
  inputLabel?: string;
  value: Signal<number[]>;
}

const makeField =
  <P extends object>(Picker: FunctionComponent<P>) =>
  ({
    label,
    hint,
    inputLabel = label,
    value,
    ...more
  }: PickFieldProps & Omit<P, 'id' | 'label' | 'describedBy' | 'value' | 'onChange'>) => (
    <Field label={label} {...(hint !== undefined && { hint })}>
      {(id, describedBy) => {
        const own = {
          id,
          label: inputLabel,
          describedBy,
          value: value.value,
          onChange: (ids: number[]) => (value.value = ids),
        };
        return <Picker {...({ ...more, ...own } as unknown as P)} />;
      }}
    </Field>
  );

export const PeopleField = makeField<ComponentProps<typeof PersonPicker>>(PersonPicker);
export const ChannelsField = makeField<ComponentProps<typeof ChannelPicker>>(ChannelPicker);
export const GroupsField = makeField<ComponentProps<typeof GroupsPicker>>(GroupsPicker);
