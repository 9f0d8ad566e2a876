import { type ComponentType, type ReactNode, useState } from 'react';
import { lazyPart } from '../part/lazy-part.tsx';
import { Skeleton } from '../skeleton/skeleton.tsx';

type Controls = typeof import('./controls.ts');

let loaded: Controls | undefined;
const load = async (): Promise<Controls> => (loaded ??= await import('./controls.ts'));

/** The first rendered control loads the code of all controls. Later ones render immediately, so that a dialog can focus a field. */
const later = <Name extends keyof Controls>(name: Name, fallback: ReactNode): Controls[Name] => {
  // The rendering component passes the props of `Controls[Name]`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const find = (controls: Controls) => controls[name] as ComponentType<object>;
  const Later = lazyPart(async () => find(await load()), fallback);
  return (props: object) => {
    // Keeps the component type of the first render, because React would discard the state of a control that changes its type.
    const [Shown] = useState(() => (loaded === undefined ? Later : find(loaded)));
    return <Shown {...props} />;
  };
};

const field = <Skeleton height="2.5rem" />;

export const Combobox = later('Combobox', field);
export const SearchChoice = later('SearchChoice', field);
export const NumberField = later('NumberField', field);
export const Select = later('Select', field);
export const Switch = later('Switch', field);
export const TextArea = later('TextArea', field);
export const TextField = later('TextField', field);
export const Form = later('Form', <Skeleton height="12rem" />);
export const Dialog = later('Dialog', null);
export const Drawer = later('Drawer', null);
export const DeleteConfirmation = later('DeleteConfirmation', null);
