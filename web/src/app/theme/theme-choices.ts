import { Monitor, Moon, Sun } from 'lucide-react'

/** The options of the header's theme menu and of the command palette. */
export const THEME_CHOICES = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] as const
