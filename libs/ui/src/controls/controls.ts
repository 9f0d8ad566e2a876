/** Everything that is built on the library for accessible controls or on the one for forms, in one file to fetch. */
export { Combobox } from '../combobox/combobox.tsx';
export { SearchChoice } from '../combobox/search-choice.tsx';
export { DeleteConfirmation } from '../delete-confirmation/delete-confirmation.tsx';
export { Dialog } from '../dialog/dialog.tsx';
export { Drawer } from '../dialog/drawer.tsx';
export { Form } from '../form/form.tsx';
export { NumberField } from '../number-field/number-field.tsx';
export { Select } from '../select/select.tsx';
export { Switch } from '../switch/switch.tsx';
export { TextArea } from '../text-area/text-area.tsx';
export { TextField } from '../text-field/text-field.tsx';
