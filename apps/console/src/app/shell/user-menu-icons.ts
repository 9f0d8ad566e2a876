// The user menu's pictures, apart from it: most pages are left without opening the menu.
export { Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
