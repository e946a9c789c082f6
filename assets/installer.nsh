; What the app adds to Windows while it runs, taken back when it is uninstalled. An upgrade runs the former version's
; uninstaller too, with --updated: then everything stays.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ; The command for terminals and its folder on the user's Path, where they lead to this app.
    nsExec::Exec '"$INSTDIR\resources\cli\node.exe" "$INSTDIR\resources\cli\dist\server\skills-registry.cjs" remove-command'
    Pop $0
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
  ${endIf}
!macroend
