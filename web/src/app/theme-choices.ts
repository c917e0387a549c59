import { Monitor, Moon, Sun } from 'lucide-react'

/** As the header's menu and the palette offer them. */
export const THEME_CHOICES = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] as const
