/** All controls based on the accessibility or forms library, as one lazy file. */
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
