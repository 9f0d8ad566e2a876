import { useState } from 'react';
import { Combobox, NumberField, Select, Switch, TextArea, TextField } from '../../src/index.ts';
import { Fields } from '../specimen.tsx';

const useText = (initial = '') => {
  const [value, onChange] = useState(initial);
  return { value, onChange };
};

export const TextFields = () => {
  const empty = useText();
  const filled = useText('Payroll');
  return (
    <Fields>
      <TextField {...empty} label="Name" placeholder="How people call it" isRequired />
      <TextField {...filled} label="Name" description="At least 2 letters." />
      <TextField {...filled} label="Email" error="Email should be a valid email" />
      <TextField {...filled} label="Stripe customer" isReadOnly />
      <TextField {...filled} label="Region" isDisabled />
      <TextField {...filled} label="Password" type="password" />
      <TextField {...filled} label="Small" size="sm" />
      <TextField {...filled} label="Large" size="lg" />
    </Fields>
  );
};

export const TextAreas = () => {
  const text = useText('We pay 120 people in three countries,\nand would like to see it work.');
  return (
    <Fields>
      <TextArea {...text} label="Message" />
      <TextArea {...text} label="Description" error={{ message: 'Required' }} />
      <TextArea {...text} label="Description" isReadOnly />
      <TextArea {...text} label="Description" isDisabled />
    </Fields>
  );
};

export const NumberFields = () => {
  const [value, onChange] = useState<number | null>(1_200);
  return (
    <Fields>
      <NumberField value={value} onChange={onChange} label="Allowed" minValue={0} />
      <NumberField value={value} onChange={onChange} label="Allowed" error="Zip code is required number" />
      <NumberField value={value} onChange={onChange} label="Used" isReadOnly />
      <NumberField value={value} onChange={onChange} label="Used" isDisabled />
      <NumberField value={value} onChange={onChange} label="Small" size="sm" />
      <NumberField value={value} onChange={onChange} label="Large" size="lg" />
    </Fields>
  );
};

const TYPES = [
  { value: 'lambda', text: 'lambda' },
  { value: 'other', text: 'other' },
] as const;

export const Selects = () => {
  const [value, onChange] = useState<'lambda' | 'other'>('other');
  return (
    <Fields>
      <Select value={value} onChange={onChange} options={TYPES} label="Integration type" />
      <Select value={null} onChange={onChange} options={TYPES} label="Integration type" placeholder="Choose a type" />
      <Select value={value} onChange={onChange} options={TYPES} label="Integration type" error="Required" />
      <Select value={value} onChange={onChange} options={TYPES} label="Integration type" isDisabled />
      <Select value={value} onChange={onChange} options={TYPES} label="Small" size="sm" />
      <Select value={value} onChange={onChange} options={TYPES} label="Large" size="lg" />
    </Fields>
  );
};

const ORGANIZATIONS = ['Northwind Traders', 'Acme', 'Contoso', 'Globex'].map((text, id) => ({ id, text }));
const search = async (term: string) =>
  ORGANIZATIONS.filter(({ text }) => text.toLowerCase().includes(term.toLowerCase()));
const create = async (text: string) => ({ id: 99, text });
const never = () => new Promise<typeof ORGANIZATIONS>(() => undefined);
const fail = () => Promise.reject<typeof ORGANIZATIONS>(new Error('The server cannot be reached.'));

export const Comboboxes = () => {
  const [value, onChange] = useState<number | null>(0);
  const chosen = ORGANIZATIONS[0] ?? null;
  return (
    <Fields>
      <Combobox value={value} onChange={onChange} chosen={chosen} load={search} label="Organization assigned" />
      <Combobox value={null} onChange={onChange} load={search} onCreate={create} label="Adds new ones" />
      <Combobox value={null} onChange={onChange} load={never} label="Never answers" />
      <Combobox value={null} onChange={onChange} load={fail} label="Fails" />
      <Combobox
        value={value}
        onChange={onChange}
        chosen={chosen}
        load={search}
        label="With an error"
        error="Required"
      />
      <Combobox value={value} onChange={onChange} chosen={chosen} load={search} label="Disabled" isDisabled />
    </Fields>
  );
};

export const Switches = () => {
  const [value, onChange] = useState(true);
  return (
    <Fields>
      <Switch value={value} onChange={onChange} label="Integrations active status" />
      <Switch value={!value} onChange={() => onChange(!value)} label="Approved:" description="May see its events." />
      <Switch value={value} onChange={onChange} label="With an error" error="Required" />
      <Switch value={value} onChange={onChange} label="Read only" isReadOnly />
      <Switch value={value} onChange={onChange} label="Disabled" isDisabled />
      <Switch value={!value} onChange={onChange} label="Disabled" isDisabled />
    </Fields>
  );
};
