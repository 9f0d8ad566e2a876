export { Alert } from './alert/alert.tsx';
export { Badge } from './badge/badge.tsx';
export { buttonClass } from './button/button-class.ts';
export { Button } from './button/button.tsx';
export type { ComboboxItem } from './combobox/combobox-item.ts';
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
export { DockedDialog } from './docked-dialog/docked-dialog.tsx';
export { EmptyState, type EmptyStateProps } from './feedback/empty-state.tsx';
export { ErrorScreen } from './feedback/error-screen.tsx';
export { Waiting } from './feedback/waiting.tsx';
export { Filter } from './filter/filter.tsx';
export type { FieldBinding, FormValues } from './form/form-schema.ts';
export { PanelFilter } from './filter/panel-filter.tsx';
export { FormActions, FormRow, SubmitButton } from './form/form-parts.tsx';
export type { FormError } from './form/use-schema-form.ts';
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
export { Icon } from './icon/icon.tsx';
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
  type RowProps,
} from './layout/layout.tsx';
export { MenuButton } from './menu/menu-button.tsx';
export type { MenuEntry, MenuGroup } from './menu/menu-group.ts';
export { Meter } from './meter/meter.tsx';
export { Pagination, type PaginationProps } from './pagination/pagination.tsx';
export { Palette } from './palette/palette.tsx';
export type { PaletteGroup } from './palette/palette-group.ts';
export { lazyPart } from './part/lazy-part.tsx';
export { isMissingCode, onCodeBack, recoverCode, watchForMissingCode } from './part/missing-code.ts';
export { MissingParts, MissingScreen } from './part/missing-words.tsx';
export { Part, type PartProps } from './part/part.tsx';
export { useUnsaved } from './part/unsaved.ts';
export { PanelLoading } from './popover/panel-loading.tsx';
export { PopoverButton } from './popover/popover-button.tsx';
export { ProgressBar } from './progress/progress-bar.tsx';
export { Screen } from './screen/screen.tsx';
export { ScrollArea } from './scroll-area/scroll-area.tsx';
export { SearchBox, type SearchAssist } from './search-box/search-box.tsx';
export { Segments } from './segments/segments.tsx';
export { Skeleton } from './skeleton/skeleton.tsx';
export { StatusTag } from './status-tag/status-tag.tsx';
export { RowMenu } from './table/row-menu.tsx';
export { Table } from './table/table.tsx';
export type { Column, Density, TableProps, TableSort } from './table/table-props.ts';
export { TabLinks, TabPanel, type TabLinkProps } from './tabs/tab-links.tsx';
export { themes, type ThemeName } from './theme/palettes.ts';
export { toast, ToastRegion, type ToastType } from './toast/toast.tsx';
export { Tooltip } from './tooltip/tooltip.tsx';
