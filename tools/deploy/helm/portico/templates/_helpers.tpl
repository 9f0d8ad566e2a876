{{- define "portico.labels" -}}
app.kubernetes.io/name: portico
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* Which pods: of a release, or (with .process) of one process. */}}
{{- define "portico.selector" -}}
app.kubernetes.io/name: portico
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .process }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{- define "portico.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end }}

{{/* What the program of .service reads, by name: variables.json is written by `npm run configuration`. */}}
{{- define "portico.known" -}}
{{- $all := .root.Files.Get "variables.json" | fromJson -}}
{{- if not (hasKey $all .service) }}{{ fail (printf "there is no service %s" .service) }}{{ end -}}
{{- get $all .service | toJson -}}
{{- end }}

{{/* Variables of a process, with their values. */}}
{{- define "portico.variables" -}}
{{- $root := .root -}}
{{- $known := include "portico.known" . | fromJson -}}
{{- $values := dict "HOST" "0.0.0.0" "PORT" "8080" "METRICS_PORT" "9464" "MIGRATE_AT_START" (ternary "false" "true" $root.Values.migrations.enabled) "DRAIN_SECONDS" $root.Values.drainSeconds -}}
{{- $_ := set $values "API_URL" (required "urls.api has to be set" $root.Values.urls.api) -}}
{{- $_ := set $values "CONSOLE_URL" (required "urls.console has to be set" $root.Values.urls.console) -}}
{{- range $name, $process := $root.Values.addresses }}{{ $_ := set $values $name (printf "http://%s-%s:8080" $root.Release.Name $process) }}{{ end -}}
{{- $values = mergeOverwrite $values (deepCopy $root.Values.variables) (deepCopy (.values.variables | default dict)) -}}
{{- range $name := keys $values | sortAlpha }}
{{- if hasKey $known $name }}
- name: {{ $name }}
  value: {{ get $values $name | toString | replace "{service}" $.service | quote }}
{{- end }}
{{- end }}
{{- range $name, $_ := merge (deepCopy (.values.secrets | default dict)) $root.Values.secrets }}
{{- if hasKey $known $name }}
- name: {{ $name }}_FILE
  value: /etc/portico/{{ $name }}/value
{{- end }}
{{- end }}
{{- range $name, $_ := merge (deepCopy (.values.files | default dict)) $root.Values.files }}
{{- if hasKey $known $name }}
- name: {{ $name }}
  value: /etc/portico/{{ $name }}/value
{{- end }}
{{- end }}
{{- end }}

{{/* The files behind them: volumes with .kind "volume", mounts otherwise. */}}
{{- define "portico.files" -}}
{{- $root := .root -}}
{{- $known := include "portico.known" . | fromJson -}}
{{- $files := merge (deepCopy (.values.secrets | default dict)) (deepCopy (.values.files | default dict)) $root.Values.secrets $root.Values.files -}}
{{- range $name, $file := $files }}
{{- if hasKey $known $name }}
{{- $volume := $name | lower | replace "_" "-" }}
{{- if eq $.kind "volume" }}
- name: {{ $volume }}
  {{- if $file.configMap }}
  configMap:
    name: {{ $file.configMap | replace "{service}" $.service }}
  {{- else }}
  secret:
    secretName: {{ required (printf "%s: secret or configMap has to be set" $name) $file.secret | replace "{service}" $.service }}
    defaultMode: 0444
  {{- end }}
    items:
      - key: {{ $file.key | replace "{service}" $.service }}
        path: value
{{- else }}
- name: {{ $volume }}
  mountPath: /etc/portico/{{ $name }}
  readOnly: true
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Pod of a process or of a command: root, service, values, args, and `probes` for what serves. */}}
{{- define "portico.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
containers:
  - name: portico
    image: {{ include "portico.image" .root }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    args: {{ toJson .args }}
    env:
      {{- include "portico.variables" . | nindent 6 }}
    securityContext:
      readOnlyRootFilesystem: true
      allowPrivilegeEscalation: false
      capabilities:
        drop: [ALL]
    resources:
      {{- toYaml (.values.resources | default .root.Values.defaults.resources) | nindent 6 }}
    {{- if .probes }}
    ports:
      - name: http
        containerPort: 8080
      {{- if hasKey (include "portico.known" . | fromJson) "METRICS_PORT" }}
      - name: telemetry
        containerPort: 9464
      {{- end }}
    startupProbe:
      httpGet: { path: /health/live, port: http }
      periodSeconds: 2
      failureThreshold: 60
    livenessProbe:
      httpGet: { path: /health/live, port: http }
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    readinessProbe:
      httpGet: { path: /health/ready, port: http }
      periodSeconds: 3
      timeoutSeconds: 3
      failureThreshold: 2
    {{- end }}
    volumeMounts:
      - name: tmp
        mountPath: /tmp
      {{- include "portico.files" (merge (dict "kind" "mount") .) | nindent 6 }}
volumes:
  - name: tmp
    emptyDir: {}
  {{- include "portico.files" (merge (dict "kind" "volume") .) | nindent 2 }}
{{- with .values.nodeSelector | default .root.Values.defaults.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations | default .root.Values.defaults.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
