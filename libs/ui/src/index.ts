export { Alert, type AlertProps, type AlertVariant } from './alert/alert.tsx';
export { Badge, type BadgeProps } from './badge/badge.tsx';
export { buttonClass, type ButtonLook } from './button/button-class.ts';
export { Button, type ButtonProps } from './button/button.tsx';
export type { ComboboxItem } from './combobox/combobox-item.ts';
export type { ComboboxProps } from './combobox/combobox.tsx';
export type { SearchChoiceProps } from './combobox/search-choice.tsx';
export {
  Combobox,
  DeleteConfirmation,
  Dialog,
  Drawer,
  Form,
  NumberField,
  SearchChoice,
  Select,
  Switch,
  TextArea,
  TextField,
} from './controls/later.tsx';
export type { ServerSearch } from './combobox/use-server-search.ts';
export type { DeleteConfirmationProps } from './delete-confirmation/delete-confirmation.tsx';
export type { DialogProps } from './dialog/dialog.tsx';
export { DockedDialog, type DockedDialogProps } from './docked-dialog/docked-dialog.tsx';
export { EmptyState, type EmptyStateProps } from './feedback/empty-state.tsx';
export { ErrorScreen, type ErrorScreenProps } from './feedback/error-screen.tsx';
export { Waiting } from './feedback/waiting.tsx';
export { Filter, type FilterProps } from './filter/filter.tsx';
export type { FieldBinding, FormValues } from './form/form-schema.ts';
export { PanelFilter, type PanelFilterProps } from './filter/panel-filter.tsx';
export type { FormProps } from './form/form.tsx';
export { FormActions, FormRow, SubmitButton } from './form/form-parts.tsx';
export type { FormError, Submission } from './form/use-schema-form.ts';
export {
  formatDuration,
  counted,
  formatNumber,
  formatPrice,
  formatRelative,
  formatTime,
  type TimeShape,
  type TimeZone,
} from './format/format.ts';
export { Icon, type IconSize } from './icon/icon.tsx';
export { leaveKeysToInputMethod } from './input-method/input-method.ts';
export {
  Card,
  Columns,
  List,
  ListRow,
  Note,
  Row,
  SectionHeader,
  Stack,
  type ListProps,
  type NoteProps,
  type RowProps,
  type SectionHeaderProps,
  type StackProps,
} from './layout/layout.tsx';
export { MenuButton, type MenuButtonProps } from './menu/menu-button.tsx';
export type { MenuEntry, MenuGroup } from './menu/menu-group.ts';
export { Meter, type MeterProps } from './meter/meter.tsx';
export type { NumberFieldProps } from './number-field/number-field.tsx';
export { Pagination, type PaginationProps } from './pagination/pagination.tsx';
export { Palette, type PaletteProps } from './palette/palette.tsx';
export type { PaletteEntry, PaletteGroup } from './palette/palette-group.ts';
export { lazyPart } from './part/lazy-part.tsx';
export { isMissingCode, onCodeBack, recoverCode, watchForMissingCode } from './part/missing-code.ts';
export { MissingParts, MissingScreen } from './part/missing-words.tsx';
export { Part, type PartProps } from './part/part.tsx';
export { useUnsaved } from './part/unsaved.ts';
export { PanelLoading } from './popover/panel-loading.tsx';
export { PopoverButton, type PopoverButtonProps } from './popover/popover-button.tsx';
export { ProgressBar, type ProgressBarProps } from './progress/progress-bar.tsx';
export { Screen, type ScreenProps } from './screen/screen.tsx';
export { ScrollArea, type ScrollAreaProps } from './scroll-area/scroll-area.tsx';
export { SearchBox, type SearchAssist, type SearchBoxProps } from './search-box/search-box.tsx';
export { Segments, type SegmentsProps } from './segments/segments.tsx';
export type { SelectOption, SelectProps } from './select/select.tsx';
export { Skeleton } from './skeleton/skeleton.tsx';
export { StatusTag } from './status-tag/status-tag.tsx';
export type { SwitchProps } from './switch/switch.tsx';
export { RowMenu, type RowAction } from './table/row-menu.tsx';
export { Table } from './table/table.tsx';
export type { Column, Density, TableProps, TableSort } from './table/table-props.ts';
export { TabLinks, TabPanel, type TabLinkProps, type TabLinksProps } from './tabs/tab-links.tsx';
export type { TextAreaProps } from './text-area/text-area.tsx';
export type { TextFieldProps } from './text-field/text-field.tsx';
export { themes, type ThemeName } from './theme/palettes.ts';
export { toast, ToastRegion, type ToastType } from './toast/toast.tsx';
export { Tooltip, type TooltipProps } from './tooltip/tooltip.tsx';
