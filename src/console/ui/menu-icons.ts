/**
 * The icons a menu entry can have. A screen names its icon instead of importing it: the screens come
 * with the first load, the menu and its icons only after the sign-in.
 */
import {
  IconAdjustments,
  IconAlertTriangle,
  IconArrowsExchange,
  IconBox,
  IconBuildingWarehouse,
  IconClipboardList,
  IconDeviceMobile,
  IconHistory,
  IconLayoutDashboard,
  IconPackageImport,
  IconPackages,
  IconShip,
  IconShoppingCart,
  IconTag,
  IconUserShield,
  type Icon,
} from '@tabler/icons-react'

export const MENU_ICONS = {
  adjustments: IconAdjustments,
  'alert-triangle': IconAlertTriangle,
  'arrows-exchange': IconArrowsExchange,
  box: IconBox,
  'building-warehouse': IconBuildingWarehouse,
  'clipboard-list': IconClipboardList,
  'device-mobile': IconDeviceMobile,
  history: IconHistory,
  'layout-dashboard': IconLayoutDashboard,
  'package-import': IconPackageImport,
  packages: IconPackages,
  ship: IconShip,
  'shopping-cart': IconShoppingCart,
  tag: IconTag,
  'user-shield': IconUserShield,
} as const satisfies Readonly<Record<string, Icon>>

/** Named as in https://tabler.io/icons. */
export type MenuIcon = keyof typeof MENU_ICONS
